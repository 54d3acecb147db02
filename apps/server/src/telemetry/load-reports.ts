import type { LoadReport, ReleaseDocument } from '@portal/contract';
import { ReleaseError, type ReleaseStore } from '@portal/releases';
import { LRUCache } from 'lru-cache';
import { createProblemLog, type Log } from '../releases/problem-log';
import type { Problem } from '../releases/read-documents';
import { addCounts, countsOf, healthWith, isAbout, type LoadCounts } from './load-counts';

/** A browser counts once per hour and period. */
const REPEAT_AFTER_MS = 60 * 60 * 1000;
const MAX_BROWSERS = 100_000;

interface Dependencies {
  store: Pick<ReleaseStore, 'read' | 'updateHealth'>;
  log: Log;
}

/** `retried` is only a cause; all failures of a version in a page are one outcome. */
const outcomeOf = ({ event }: LoadReport): string =>
  event === 'shown' || event === 'retried' ? event : 'failed';

/**
 * Counts reports of browsers. Counts stay in memory until `writeDown` adds them to those of other replicas; they wait
 * while the store is unavailable.
 */
export const createLoadReports = ({ store, log }: Dependencies) => {
  const waiting = new Map<string, LoadCounts>();
  const heard = new LRUCache<string, true>({ max: MAX_BROWSERS, ttl: REPEAT_AFTER_MS });
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

  /** @returns the problem, if writing failed */
  const writeOne = async ([name, counts]: [string, LoadCounts]): Promise<Problem[]> => {
    waiting.delete(name);
    try {
      // Read first: writing to an unmounted store would create a new one.
      const document = await store.read(name);
      if (!document) throw new ReleaseError(`${name}/release.json is missing.`);
      if (isAbout(counts, document)) await addToHealth(name, counts);
      return [];
    } catch (cause) {
      const later = waiting.get(name);
      waiting.set(name, later ? addCounts(counts, later) : counts);
      return [{ name, problem: `Cannot write the load reports of ${name}.`, cause }];
    }
  };

  return {
    /**
     * Counts a report once per browser and outcome, and again after each change of live or canary.
     * @param visitor the random id of the browser
     * @param document the release document of the remote
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

    /** Adds the counts to `<remote>/health.json`, and stops canaries that fail too often. */
    writeDown: async (): Promise<void> => {
      logProblems((await Promise.all([...waiting].map(writeOne))).flat());
    },
  };
};

export type LoadReports = ReturnType<typeof createLoadReports>;
