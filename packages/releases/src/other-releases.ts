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
  descriptor?: Descriptor;
}

const releasedVersions = ({ name, live, canary, versions }: ReleaseDocument): ReleasedVersion[] =>
  (
    [
      ['live', live],
      ['canary', canary?.version ?? null],
    ] as const
  ).flatMap(([as, version]) => {
    const descriptor = version === null ? undefined : versions[version]?.descriptor;
    return version === null ? [] : [{ name, version, as, ...(descriptor && { descriptor }) }];
  });

/** The descriptor of the live version. */
export const liveDescriptor = ({ live, versions }: ReleaseDocument): Descriptor | undefined =>
  live === null ? undefined : versions[live]?.descriptor;

/** The releases beside one remote. */
export interface Others {
  released: readonly ReleasedVersion[];
  owners: RouteOwners;
  /** Says which documents were unreadable. */
  warnings: readonly string[];
}

/** The number of names in a warning. */
const FEW = 5;

interface Unreadable {
  name: string;
  reason: string;
}

const unreadableText = (unreadable: readonly Unreadable[]): string[] => {
  const [first] = unreadable;
  if (!first) return [];
  const names = unreadable.slice(0, FEW).map(({ name }) => name);
  const more = unreadable.length > FEW ? ` and ${unreadable.length - FEW} more` : '';
  return [`Skipped the check against ${names.join(', ')}${more}: ${first.reason}`];
};

const readReleased = async (
  store: ReleaseStore,
  name: string,
): Promise<readonly ReleasedVersion[] | Unreadable> => {
  try {
    const document = await store.read(name);
    return document ? releasedVersions(document) : [];
  } catch (error) {
    if (!(error instanceof ReleaseError) || error instanceof StorageError) throw error;
    return { name, reason: error.message };
  }
};

/**
 * Reads the live versions and canaries of everything but `name`. Another team's damaged or untrusted document blocks
 * nobody: it is skipped with a warning.
 */
export const readOthers = async (store: ReleaseStore, name: string): Promise<Others> => {
  const names = (await store.names()).filter((other) => other !== name).sort();
  const all = await Promise.all(names.map((other) => readReleased(store, other)));
  return {
    owners: store.owners,
    released: all.flatMap((one) => ('reason' in one ? [] : one)),
    warnings: unreadableText(all.filter((one) => 'reason' in one)),
  };
};
