import type { LoadReport, ReleaseDocument } from '@portal/contract';
import {
  addFailures,
  FAILURES,
  HEALTH,
  HOURS,
  ReleaseError,
  trialSince,
  type FieldFailure,
  type Health,
  type Hours,
  type ReleaseStore,
} from '@portal/releases';
import { LRUCache } from 'lru-cache';
import { createProblemLog, type Log, type ReleaseProblem } from '../releases/read-documents';
import {
  addCounts,
  addHours,
  countsOf,
  countsOfPage,
  healthWith,
  hoursOf,
  isAbout,
  outcomeOf,
  periodOf,
} from './load-counts';

/** A browser counts once per hour and period. */
const REPEAT_AFTER_MS = 60 * 60 * 1000;
const MAX_BROWSERS = 100_000;

interface Dependencies {
  store: Pick<ReleaseStore, 'read' | 'updateReports'>;
  log: Log;
  /** How many browsers must fail on their first page before a promoted version is rolled back; 0: never. */
  rollBackAfter: number;
}

/** What browsers reported about a remote since the last `writeDown`. */
interface Waiting {
  counts?: Health | undefined;
  hours?: Hours;
  failures?: readonly FieldFailure[];
}

const merged = (earlier: Waiting, later: Waiting): Waiting => ({
  counts: later.counts ? addCounts(earlier.counts, later.counts) : earlier.counts,
  hours: addHours(earlier.hours ?? {}, later.hours ?? {}),
  failures: addFailures(earlier.failures ?? [], later.failures ?? []),
});

type Add<Item> = (target: Dependencies, document: ReleaseDocument, item: Item) => Promise<void>;

const addToHealth: Add<Health> = async ({ store, log, rollBackAfter }, document, counts) => {
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

/** Leaves out versions that are gone. */
const addToHours: Add<Hours> = async ({ store }, { name, versions }, hours) =>
  store.updateReports(HOURS, name, (current = {}) =>
    Object.fromEntries(
      Object.entries(addHours(current, hours)).filter(([version]) => Object.hasOwn(versions, version)),
    ),
  );

/** Leaves out versions that are gone. */
const addToFailures: Add<readonly FieldFailure[]> = async ({ store }, { name, versions }, failures) =>
  store.updateReports(FAILURES, name, (current = []) =>
    addFailures(current, failures).filter(({ version }) => Object.hasOwn(versions, version)),
  );

/** Collects items by remote until `writeDown` adds them to the reports in the store; they wait while it is unavailable. */
const createQueue = (target: Dependencies) => {
  const waiting = new Map<string, Waiting>();
  const logProblems = createProblemLog(target.log);

  /** @returns the problem, if writing failed */
  const writeOne = async ([name, item]: [string, Waiting]): Promise<ReleaseProblem[]> => {
    const { counts, hours = {}, failures = [] } = item;
    let left = item;
    waiting.delete(name);
    try {
      // Read first: writing to an unmounted store would create a new one.
      const document = await target.store.read(name);
      if (!document) throw new ReleaseError(`${name}/release.json is missing.`);
      const [health, trend, list] = await Promise.allSettled([
        counts && isAbout(counts, document) && addToHealth(target, document, counts),
        Object.keys(hours).length > 0 && addToHours(target, document, hours),
        failures.length > 0 && addToFailures(target, document, failures),
      ]);
      left = {
        ...(health.status === 'rejected' && { counts }),
        ...(trend.status === 'rejected' && { hours }),
        ...(list.status === 'rejected' && { failures }),
      };
      for (const result of [health, trend, list]) if (result.status === 'rejected') throw result.reason;
      return [];
    } catch (cause) {
      waiting.set(name, merged(left, waiting.get(name) ?? {}));
      const problem = `Cannot write the reports of ${name}. The portal tries again; check RELEASES_URL.`;
      return [{ name, problem, cause }];
    }
  };

  return {
    add: (name: string, item: Waiting): void => void waiting.set(name, merged(waiting.get(name) ?? {}, item)),
    writeDown: async (): Promise<void> => {
      logProblems((await Promise.all([...waiting].map(writeOne))).flat());
    },
  };
};

/** Counts reports of browsers, and collects their failures. `writeDown` adds them to those of other replicas. */
export const createReports = (target: Dependencies) => {
  const heard = new LRUCache<string, true>({ max: MAX_BROWSERS, ttl: REPEAT_AFTER_MS });
  const { add, writeDown } = createQueue(target);

  /** @returns whether it is the first time within an hour */
  const isNew = (...what: unknown[]): boolean => {
    const key = what.join(' ');
    const known = heard.has(key);
    if (!known) heard.set(key, true);
    return !known;
  };

  return {
    /** Counts a page that got a version, once per browser. Only a canary is judged by that. */
    countPage: (visitor: string, version: string, document: ReleaseDocument): void => {
      const period = Object.values(periodOf(document));
      if (document.canary && isNew(visitor, document.name, version, 'opened', ...period))
        add(document.name, { counts: countsOfPage(version, document) });
    },

    /**
     * Counts a report once per browser and outcome, and again after each change of live or canary.
     * @param visitor the random id of the browser
     * @returns whether it was counted
     */
    count: (visitor: string, network: string, report: LoadReport, document: ReleaseDocument): boolean => {
      const { remote, version } = report;
      const now = new Date();
      const since = trialSince(document, now);
      const about = [remote, version, outcomeOf(report), since, ...Object.values(periodOf(document))];
      if (!isNew(visitor, ...about)) return false;
      const isNewNetwork = isNew(`from ${network}`, ...about);
      add(remote, { counts: countsOf(report, document, { isNewNetwork, now }), hours: hoursOf(report, now) });
      return true;
    },

    addFailure: (name: string, failure: FieldFailure): void => add(name, { failures: [failure] }),
    writeDown,
  };
};
