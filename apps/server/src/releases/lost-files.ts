import { lostFiles, servedVersions, type ReleaseStore } from '@portal/releases';
import pMap from 'p-map';
import type { Released } from './choose-versions';
import type { Problem } from './read-documents';

const AT_ONCE = { concurrency: 32 };

/** A version that was complete has its turn with every tenth call: a listing of a bucket costs. */
const CALLS_PER_TURN = 10;

/**
 * Finds lost files of the versions that customers can get: when a version becomes one of them, as long as files are lost,
 * and in turn.
 */
export const createFileChecks = (store: Pick<ReleaseStore, 'versionFiles'>) => {
  /** What each version has lost. */
  let known = new Map<string, Problem | undefined>();
  let calls = 0;

  return async (released: readonly Released[]): Promise<Problem[]> => {
    const served = released.flatMap(({ document }) =>
      servedVersions(document).map((version) => ({ key: `${document.name} ${version}`, document, version })),
    );
    const turn = calls % CALLS_PER_TURN === 0 ? (calls / CALLS_PER_TURN) % served.length : undefined;
    calls += 1;
    const before = known;
    const problems = await pMap(
      served,
      async ({ key, document, version }, place): Promise<[string, Problem | undefined]> => {
        if (before.has(key) && !before.get(key) && place !== turn) return [key, undefined];
        const problem = await lostFiles(store, document, version);
        return [key, problem === undefined ? undefined : { name: document.name, problem }];
      },
      AT_ONCE,
    );
    known = new Map(problems);
    return problems.flatMap(([, problem]) => problem ?? []);
  };
};
