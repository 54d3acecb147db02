import type { LoadReport, ReleaseDocument } from '@portal/contract';
import { HEALTH, trialSince, type Health, type ReleaseStore } from '@portal/releases';
import { LRUCache } from 'lru-cache';
import type { Log } from '../releases/problem-log';
import { addCounts, countsOf, countsOfPage, healthWith, isAbout, outcomeOf, periodOf } from './load-counts';
import { createWriteBehind } from './write-behind';

/** A browser counts once per hour and period. */
const REPEAT_AFTER_MS = 60 * 60 * 1000;
const MAX_BROWSERS = 100_000;

interface Dependencies {
  store: Pick<ReleaseStore, 'read' | 'updateReports'>;
  log: Log;
  /** How many browsers must fail on their first page before a promoted version is rolled back; 0: never. */
  rollBackAfter: number;
}

/**
 * Counts reports of browsers. Counts stay in memory until `writeDown` adds them to those of other replicas; they wait
 * while the store is unavailable.
 */
export const createLoadReports = ({ store, log, rollBackAfter }: Dependencies) => {
  const heard = new LRUCache<string, true>({ max: MAX_BROWSERS, ttl: REPEAT_AFTER_MS });

  const addToHealth = async (document: ReleaseDocument, counts: Health): Promise<void> => {
    const { name, live } = document;
    let messages: string[] = [];
    await store.updateReports(HEALTH, name, (current) => {
      const health = healthWith(current, counts, document, { now: new Date(), rollBackAfter });
      const { stopped, trial } = health;
      messages = [];
      if (stopped && stopped.at !== current?.stopped?.at)
        messages.push(`The canary of ${name} is stopped: ${stopped.why}.`);
      if (trial?.rolledBack && trial.rolledBack.at !== current?.trial?.rolledBack?.at)
        messages.push(`${name} ${live} is rolled back to ${trial.rolledBack.to}: ${trial.rolledBack.why}.`);
      return health;
    });
    for (const message of messages) log.warn({ release: name }, message);
  };

  const { add, writeDown } = createWriteBehind<Health>({
    what: 'the load reports',
    store,
    log,
    merge: addCounts,
    write: async (document, counts) => {
      if (isAbout(counts, document)) await addToHealth(document, counts);
    },
  });

  /** @returns whether it is the first time within an hour */
  const isNew = (...what: unknown[]): boolean => {
    const key = what.join(' ');
    const known = heard.has(key);
    if (!known) heard.set(key, true);
    return !known;
  };

  return {
    /**
     * Counts a page that got a version, as often as its reports: once per browser. Only a canary is judged by that.
     * @param document the release document of the remote, as stored
     */
    countPage: (visitor: string, version: string, document: ReleaseDocument): void => {
      const period = Object.values(periodOf(document));
      if (document.canary && isNew(visitor, document.name, version, 'opened', ...period))
        add(document.name, countsOfPage(version, document));
    },

    /**
     * Counts a report once per browser and outcome, and again after each change of live or canary.
     * @param visitor the random id of the browser
     * @param network the name of the browser's network
     * @param document the release document of the remote, as stored
     * @returns whether it was counted
     */
    count: (visitor: string, network: string, report: LoadReport, document: ReleaseDocument): boolean => {
      const { remote, version } = report;
      const now = new Date();
      const since = trialSince(document, now);
      const about = [remote, version, outcomeOf(report), since, ...Object.values(periodOf(document))];
      if (!isNew(visitor, ...about)) return false;
      const isNewNetwork = isNew(`from ${network}`, ...about);
      add(remote, countsOf(report, document, { isNewNetwork, now }));
      return true;
    },

    /** Adds the counts to `<remote>/health.json`, and stops or rolls back versions that fail too often. */
    writeDown,
  };
};

export type LoadReports = ReturnType<typeof createLoadReports>;
