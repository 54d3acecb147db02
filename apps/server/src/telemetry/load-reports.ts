import type { LoadReport, ReleaseDocument } from '@portal/contract';
import { ReleaseError, type ReleaseStore } from '@portal/releases';
import { LRUCache } from 'lru-cache';
import { createProblemLog, type Log } from '../releases/problem-log';
import type { Problem } from '../releases/read-documents';
import { addCounts, countsOf, healthWith, isAbout, type LoadCounts } from './load-counts';

/** Within how many milliseconds a browser counts once in a period, and how many browsers are remembered. */
const ONCE_IN = 60 * 60 * 1000;
const REMEMBERED = 100_000;

interface Dependencies {
  store: Pick<ReleaseStore, 'read' | 'updateHealth'>;
  log: Log;
}

/** `retried` counts as a failure's cause only; what ends a version in a page is one outcome. */
const outcomeOf = ({ event }: LoadReport): string =>
  event === 'shown' || event === 'retried' ? event : 'failed';

/**
 * Counts what browsers report. Counts stay in memory, one set for each version that exists, until `writeDown` adds
 * them to what other replicas wrote; while the releases cannot be written they wait.
 */
export const createLoadReports = ({ store, log }: Dependencies) => {
  const waiting = new Map<string, LoadCounts>();
  const heard = new LRUCache<string, true>({ max: REMEMBERED, ttl: ONCE_IN });
  const logProblems = createProblemLog(log);

  const add = (name: string, counts: LoadCounts) =>
    void waiting.set(name, addCounts(waiting.get(name), counts));

  const addToHealth = async (name: string, counts: LoadCounts): Promise<void> => {
    await store.updateHealth(name, (current) => {
      const health = healthWith(current, counts, new Date());
      if (health.stopped && health.stopped.at !== current?.stopped?.at)
        log.warn({ release: name }, `The canary of ${name} is stopped: ${health.stopped.why}.`);
      return health;
    });
  };

  /** @returns what is in the way, if it is */
  const writeOne = async ([name, counts]: [string, LoadCounts]): Promise<Problem[]> => {
    waiting.delete(name);
    try {
      // Read first: writing into a store that is away would begin it anew.
      const document = await store.read(name);
      if (!document) throw new ReleaseError(`${name}/release.json is gone.`);
      if (isAbout(counts, document)) await addToHealth(name, counts);
      return [];
    } catch (cause) {
      const later = waiting.get(name);
      waiting.set(name, later ? addCounts(counts, later) : counts);
      return [{ name, problem: `What browsers report of ${name} cannot be written down.`, cause }];
    }
  };

  return {
    /**
     * Counts a report, once for each browser and outcome; after each change of live or canary anew.
     * @param visitor the random id of the browser
     * @param document what is released of that remote
     * @returns whether it was counted
     */
    count: (visitor: string, report: LoadReport, document: ReleaseDocument): boolean => {
      const counts = countsOf(report, document);
      const { remote, version } = report;
      const key = [visitor, remote, version, outcomeOf(report), ...Object.values(counts.period)].join(' ');
      if (heard.has(key)) return false;
      heard.set(key, true);
      add(remote, counts);
      return true;
    },

    /** Adds what was counted to `<remote>/health.json`, and stops canaries that do too badly. */
    writeDown: async (): Promise<void> => {
      logProblems((await Promise.all([...waiting].map(writeOne))).flat());
    },
  };
};

export type LoadReports = ReturnType<typeof createLoadReports>;
