import { lostFiles, servedVersions, type ReleaseStore } from '@portal/releases';
import pMap from 'p-map';
import type { Released } from './choose-versions';
import type { Problem } from './read-documents';

const AT_ONCE = { concurrency: 32 };

/** A listing of a bucket costs: versions that were complete are looked at again with each hundredth call. */
const CALLS_PER_LOOK = 100;

/**
 * Finds lost files of the versions that customers can get: when a version becomes one of them, as long as files are lost,
 * and now and then.
 */
export const createFileChecks = (store: Pick<ReleaseStore, 'versionFiles'>) => {
  /** What each version has lost. */
  let known = new Map<string, Problem | undefined>();
  let calls = 0;

  return async (released: readonly Released[]): Promise<Problem[]> => {
    if (calls % CALLS_PER_LOOK === 0) known = new Map();
    calls += 1;
    const served = released.flatMap(({ document }) =>
      servedVersions(document).map((version) => ({ key: `${document.name} ${version}`, document, version })),
    );
    const found = await pMap(
      served,
      async ({ key, document, version }): Promise<[string, Problem | undefined]> => {
        if (known.has(key) && !known.get(key)) return [key, undefined];
        const problem = await lostFiles(store, document, version);
        return [key, problem === undefined ? undefined : { name: document.name, problem }];
      },
      AT_ONCE,
    );
    known = new Map(found);
    return found.flatMap(([, problem]) => problem ?? []);
  };
};
