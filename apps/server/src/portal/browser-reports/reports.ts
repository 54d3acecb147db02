import type { LoadReport } from '@portal/contract';
import { LRUCache } from 'lru-cache';
import { PORTAL, rollback, stopCanary, takeDown, type ReleaseContext } from '../releases/changes';
import { transact } from '../../platform/database/connect';
import { isOfPortal } from '../releases/conflicts';
import { addCounts, addFailures, type NewCount, type NewFailure } from './report-store';
import { reasonToRollBack, reasonToStop } from './health';
import { readHealth } from '../releases/health-store';
import { requireRelease, type Release } from '../releases/release';
import { readReleases } from '../releases/release-store';

/** A browser counts once per hour and period. */
const REPEAT_AFTER_MS = 60 * 60 * 1000;
const MAX_BROWSERS = 100_000;

/** Failures of a release that wait to be written: far more than are kept, and a flood blocks no database. */
const MOST_WAITING = 100;

/** What a report says about its version: `retried` is not a failure yet; every other event but `shown` is one. */
export const outcomeOf = ({ event }: Pick<LoadReport, 'event'>): 'shown' | 'retried' | 'failed' =>
  event === 'shown' || event === 'retried' ? event : 'failed';

const TRIAL_MS = 60 * 60 * 1000;

/** Whether the live version was promoted a short while ago, so that reports can take it back. */
const isOnTrial = ({ promotedAt }: Release, now: Date): boolean =>
  promotedAt !== null && now.getTime() - Date.parse(promotedAt) < TRIAL_MS;

const hourOf = (now: Date): Date => new Date(`${now.toISOString().slice(0, 13)}:00:00Z`);

/** What a report counts as. @param isNewNetwork whether it is the first one with this outcome from its network */
const countsAs = (
  report: LoadReport,
  release: Release,
  isNewNetwork: boolean,
  now: Date,
): NewCount['what'][] => {
  const outcome = outcomeOf(report);
  if (outcome === 'retried') return [];
  // A crash happens after the first page.
  const isTrial = report.version === release.live && isOnTrial(release, now) && report.event !== 'crashed';
  if (!isTrial) return [outcome];
  return isNewNetwork ? [outcome, `first-${outcome}`, `network-${outcome}`] : [outcome, `first-${outcome}`];
};

interface Dependencies {
  context: ReleaseContext;
  log: { warn: (details: object, message: string) => void };
  /** How many browsers must fail on their first page before a promoted version is rolled back; 0: never. */
  rollBackAfter: number;
}

/** Stops a canary that fails too often, and takes back a promotion that does. */
const judge = async ({ context, log, rollBackAfter }: Dependencies, release: Release): Promise<void> => {
  const { name, live, previous, canary, period } = release;
  if (live === null) return;
  const health = await readHealth(context.database, name, period);
  const now = new Date();
  const target = { name, period, dryRun: false };
  const why = canary ? reasonToStop({ live, canary: canary.version }, health) : undefined;
  if (why !== undefined) {
    const { changed } = await stopCanary(context, target, { who: PORTAL, why, now });
    if (changed) log.warn({ release: name }, `The canary of ${name} is stopped: ${why}.`);
    return;
  }
  const trial = release.promotedAt === null ? undefined : health.get(live);
  const whyBack = trial && reasonToRollBack(live, trial, rollBackAfter);
  // Reports can be forged: they never take the portal's own pages from everybody.
  if (whyBack === undefined || (previous === null && isOfPortal(name))) return;
  const goBack = previous === null ? takeDown : rollback;
  const { changed } = await goBack(context, target, { who: PORTAL, why: whyBack, now });
  const done = previous === null ? 'taken down' : `rolled back to ${previous}`;
  if (changed) log.warn({ release: name }, `${name} ${live} is ${done}: ${whyBack}.`);
};

/**
 * Counts reports of browsers, and collects their failures. `writeDown` adds them to those of other replicas, and acts by
 * them; they wait while the database is unavailable.
 */
export const createReports = (dependencies: Dependencies) => {
  const { database } = dependencies.context;
  const heard = new LRUCache<string, true>({ max: MAX_BROWSERS, ttl: REPEAT_AFTER_MS });
  /** What browsers reported since the last `writeDown`. */
  const counts = new Map<string, NewCount>();
  let failures: NewFailure[] = [];

  /** @returns whether it is the first time within an hour */
  const isNew = (...what: unknown[]): boolean => {
    const key = what.join(' ');
    const known = heard.has(key);
    if (!known) heard.set(key, true);
    return !known;
  };

  const addCount = (count: NewCount): void => {
    const { name, version, period, hour, what, cause } = count;
    const key = [name, version, period, hour.getTime(), what, cause].join(' ');
    counts.set(key, { ...count, count: count.count + (counts.get(key)?.count ?? 0) });
  };

  return {
    /** Counts a page that got a version, once per browser. Only a canary is judged by that. */
    countPage: (visitor: string, version: string, release: Release): void => {
      const { name, period, canary } = release;
      if (canary && isNew(visitor, name, version, 'opened', period))
        addCount({ name, version, period, hour: hourOf(new Date()), what: 'opened', cause: '', count: 1 });
    },

    /**
     * Counts a report once per browser and outcome, and again after each change of live or canary.
     * @param visitor the random id of the browser
     * @returns whether it was counted
     */
    count: (visitor: string, network: string, report: LoadReport, release: Release): boolean => {
      const { version, cause = '' } = report;
      const now = new Date();
      const outcome = outcomeOf(report);
      const { name, period } = release;
      const about = [name, version, outcome, isOnTrial(release, now), period];
      if (!isNew(visitor, ...about)) return false;
      const hour = hourOf(now);
      for (const what of countsAs(report, release, isNew(`from ${network}`, ...about), now))
        addCount({ name, version, period, hour, what, cause: what === 'failed' ? cause : '', count: 1 });
      return true;
    },

    addFailure: (failure: NewFailure): void => {
      if (failures.filter(({ name }) => name === failure.name).length < MOST_WAITING) failures.push(failure);
    },

    writeDown: async (): Promise<void> => {
      const [counted, failed] = [[...counts.values()], failures];
      if (counted.length + failed.length === 0) return;
      counts.clear();
      failures = [];
      try {
        await transact(database, async (transaction) => {
          await addCounts(transaction, counted);
          await addFailures(transaction, failed);
        });
      } catch (error) {
        counted.forEach(addCount);
        failures.push(...failed);
        throw error;
      }
      const releases = await readReleases(database);
      for (const name of new Set(counted.map((count) => count.name)))
        await judge(dependencies, requireRelease(releases, name));
    },
  };
};
