import type { Descriptor, ReleaseDocument } from '@portal/contract';
import { ReleaseError } from './release-error';
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

/** What customers get beside one remote, and which documents could not be read to know it. */
export interface Others {
  served: readonly Served[];
  warnings: readonly string[];
}

/**
 * What customers get now of everything but `name`. Another team's document that is damaged, or signed with a key
 * that is not known here, holds nobody up: it is left out and told.
 */
export const readOthers = async (store: ReleaseStore, name: string): Promise<Others> => {
  const readOne = async (other: string): Promise<Others> => {
    try {
      const document = await store.read(other);
      return { served: document ? servedOf(document) : [], warnings: [] };
    } catch (error) {
      if (!(error instanceof ReleaseError)) throw error;
      return { served: [], warnings: [`Nothing was checked against ${other}: ${error.message}`] };
    }
  };
  const names = (await store.names()).filter((other) => other !== name);
  const all = await Promise.all(names.map(readOne));
  return { served: all.flatMap(({ served }) => served), warnings: all.flatMap(({ warnings }) => warnings) };
};
