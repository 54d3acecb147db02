import type { Descriptor, ReleaseDocument } from '@portal/contract';
import { ReleaseError, StorageError } from './release-error';
import type { ReleaseStore } from './release-store';

/** The name under which the shell is released; it is the one that has no descriptor. */
export const SHELL = 'shell';

/** A version that customers get, all of them or those of the canary. */
export interface Served {
  name: string;
  version: string;
  as: 'live' | 'canary';
  /** Absent for the shell. */
  descriptor?: Descriptor;
}

const servedOf = ({ name, live, canary, versions }: ReleaseDocument): Served[] =>
  (
    [
      ['live', live],
      ['canary', canary?.version ?? null],
    ] as const
  ).flatMap(([as, version]) => {
    const descriptor = version === null ? undefined : versions[version]?.descriptor;
    return version === null ? [] : [{ name, version, as, ...(descriptor && { descriptor }) }];
  });

/** What customers get beside one remote. */
export interface Others {
  served: readonly Served[];
  /** What could not be read to know it, in a sentence. */
  warnings: readonly string[];
}

/** How many names a warning has. */
const FEW = 5;

interface Unreadable {
  name: string;
  problem: string;
}

const unreadableText = (unreadable: readonly Unreadable[]): string[] => {
  const [first] = unreadable;
  if (!first) return [];
  const names = unreadable.slice(0, FEW).map(({ name }) => name);
  const more = unreadable.length > FEW ? ` and ${unreadable.length - FEW} more` : '';
  return [`Nothing was checked against ${names.join(', ')}${more}: ${first.problem}`];
};

const readServed = async (store: ReleaseStore, name: string): Promise<readonly Served[] | Unreadable> => {
  try {
    const document = await store.read(name);
    return document ? servedOf(document) : [];
  } catch (error) {
    if (!(error instanceof ReleaseError) || error instanceof StorageError) throw error;
    return { name, problem: error.message };
  }
};

/**
 * What customers get now of everything but `name`. Another team's document that is damaged, or signed with a key
 * that is not known here, holds nobody up: it is left out and told.
 */
export const readOthers = async (store: ReleaseStore, name: string): Promise<Others> => {
  const names = (await store.names()).filter((other) => other !== name).sort();
  const all = await Promise.all(names.map((other) => readServed(store, other)));
  return {
    served: all.flatMap((one) => ('problem' in one ? [] : one)),
    warnings: unreadableText(all.filter((one) => 'problem' in one)),
  };
};
