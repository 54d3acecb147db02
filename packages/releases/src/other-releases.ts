import type { Descriptor, ReleaseDocument } from '@portal/contract';
import { ReleaseError, StorageError } from './release-error';
import type { ReleaseStore } from './release-store';
import type { RouteOwners } from './route-ownership';

/** The name of the shell's releases; the shell has no descriptor. */
export const SHELL = 'shell';

/** A live version or a canary. */
export interface ReleasedVersion {
  name: string;
  version: string;
  as: 'live' | 'canary';
  /** Absent for the shell. */
  descriptor: Descriptor | undefined;
}

const releasedVersions = ({ name, live, canary, versions }: ReleaseDocument): ReleasedVersion[] => {
  const released = (as: 'live' | 'canary', version: string | null | undefined): ReleasedVersion[] =>
    version ? [{ name, version, as, descriptor: versions[version]?.descriptor }] : [];
  return [...released('live', live), ...released('canary', canary?.version)];
};

/** The descriptor of the live version. */
export const liveDescriptor = ({ live, versions }: ReleaseDocument): Descriptor | undefined =>
  versions[live ?? '']?.descriptor;

/** The name of a container as an identifier, as webpack and Rspack write it into the names of their globals. */
export const containerIdentifier = (globalName: string): string => globalName.replaceAll(/[^a-z\d$]+/gi, '_');

const containersOf = ({ name, versions }: ReleaseDocument): [identifier: string, remote: string][] =>
  Object.values(versions).map(({ globalName = '' }) => [containerIdentifier(globalName), name]);

/** The releases beside one remote. */
export interface Others {
  released: readonly ReleasedVersion[];
  /** The remotes by the identifiers of their containers, of all versions. */
  containers: ReadonlyMap<string, string>;
  owners: RouteOwners;
  /** Says which documents were unreadable. */
  warnings: readonly string[];
}

/**
 * Reads the live versions and canaries of everything but `name`. Another team's damaged or untrusted document blocks
 * nobody: it is skipped with a warning.
 */
export const readOthers = async (store: ReleaseStore, name: string): Promise<Others> => {
  const skipped: { other: string; reason: string }[] = [];
  const read = async (other: string): Promise<ReleaseDocument | undefined> => {
    try {
      return await store.read(other);
    } catch (error) {
      if (!(error instanceof ReleaseError) || error instanceof StorageError) throw error;
      skipped.push({ other, reason: error.message });
      return undefined;
    }
  };
  const names = (await store.names()).filter((other) => other !== name);
  const documents = (await Promise.all(names.map(read))).filter((document) => document !== undefined);
  const [first] = skipped;
  const all = skipped.map(({ other }) => other).sort();
  return {
    owners: store.owners,
    released: documents.flatMap(releasedVersions),
    containers: new Map(documents.flatMap(containersOf)),
    warnings: first ? [`Skipped the check against ${all.join(', ')}: ${first.reason}`] : [],
  };
};
