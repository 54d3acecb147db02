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

/** The releases beside one remote. */
export interface Others {
  released: readonly ReleasedVersion[];
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
  const read = async (other: string): Promise<ReleasedVersion[]> => {
    try {
      const document = await store.read(other);
      return document ? releasedVersions(document) : [];
    } catch (error) {
      if (!(error instanceof ReleaseError) || error instanceof StorageError) throw error;
      skipped.push({ other, reason: error.message });
      return [];
    }
  };
  const names = (await store.names()).filter((other) => other !== name);
  const released = (await Promise.all(names.map(read))).flat();
  const [first] = skipped;
  const all = skipped.map(({ other }) => other).sort();
  return {
    owners: store.owners,
    released,
    warnings: first ? [`Skipped the check against ${all.join(', ')}: ${first.reason}`] : [],
  };
};
