import { lostFiles, servedVersions, type ReleaseStore } from '@portal/releases';
import pMap from 'p-map';
import type { Released } from './choose-versions';
import type { ReleaseProblem } from './read-documents';

const CONCURRENCY = 32;

/** A listing of a bucket costs: versions that were complete are looked at again with each hundredth call. */
const CALLS_PER_LOOK = 100;

/** Finds lost files of the versions that customers can get, as long as files are lost, and now and then. */
export const createFileChecks = (store: Pick<ReleaseStore, 'versionFiles'>) => {
  const complete = new Set<string>();
  let calls = 0;

  return async (released: readonly Released[]): Promise<ReleaseProblem[]> => {
    if (calls % CALLS_PER_LOOK === 0) complete.clear();
    calls += 1;
    const served = released.flatMap(({ document }) =>
      servedVersions(document).map((version) => ({ document, version })),
    );
    const check = async ({ document, version }: (typeof served)[number]): Promise<ReleaseProblem[]> => {
      const { name } = document;
      if (complete.has(`${name} ${version}`)) return [];
      const problem = await lostFiles(store, document, version);
      if (problem !== undefined) return [{ name, problem }];
      complete.add(`${name} ${version}`);
      return [];
    };
    return (await pMap(served, check, { concurrency: CONCURRENCY })).flat();
  };
};
