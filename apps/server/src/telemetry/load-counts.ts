import type { LoadReport, ReleaseDocument } from '@portal/contract';
import {
  reasonToRollBack,
  reasonToStop,
  trialSince,
  type Health,
  type Hours,
  type Tally,
  type Trial,
} from '@portal/releases';

/** What a report says about its version: `retried` is not a failure yet; every other event but `shown` is one. */
export const outcomeOf = ({ event }: Pick<LoadReport, 'event'>): 'shown' | 'retried' | 'failed' =>
  event === 'shown' || event === 'retried' ? event : 'failed';

/** The compared pair of versions; another pair, or a restarted canary, starts new counts. */
export const periodOf = ({ live, canary }: ReleaseDocument) => ({
  live,
  canary: canary?.version ?? null,
  canarySince: canary?.since ?? null,
});

type Period = ReturnType<typeof periodOf>;

const isSame = (one: Period, other: Period): boolean =>
  one.live === other.live && one.canary === other.canary && one.canarySince === other.canarySince;

/** Whether the counts belong to the current release. */
export const isAbout = (counts: Health, document: ReleaseDocument): boolean =>
  isSame(counts, periodOf(document));

type Outcomes = Trial['browsers'];

const NONE: Outcomes = { shown: 0, failed: 0 };

const countOutcome = (report: LoadReport): Outcomes => ({
  ...NONE,
  ...(report.event !== 'retried' && { [outcomeOf(report)]: 1 }),
});

export interface Occasion {
  /** Whether it is the first one with this outcome from its network. */
  isNewNetwork: boolean;
  now: Date;
}

const trialOf = (report: LoadReport, document: ReleaseDocument, { isNewNetwork, now }: Occasion) => {
  const since = report.version === document.live ? trialSince(document, now) : undefined;
  if (since === undefined) return {};
  // A crash happens after the first page, so it does not count here.
  const browsers = report.event === 'crashed' ? NONE : countOutcome(report);
  return { trial: { since, browsers, networks: isNewNetwork ? browsers : NONE } };
};

/** The counts of one report. */
export const countsOf = (report: LoadReport, document: ReleaseDocument, occasion: Occasion): Health => ({
  ...periodOf(document),
  versions: {
    [report.version]: {
      ...countOutcome(report),
      causes: report.cause ? { [report.cause]: 1 } : {},
    },
  },
  stopped: null,
  ...trialOf(report, document, occasion),
});

/** The count of a page that got a version. */
export const countsOfPage = (version: string, document: ReleaseDocument): Health => ({
  ...periodOf(document),
  versions: { [version]: { ...NONE, causes: {}, opened: 1 } },
  stopped: null,
});

/** Merges two records; values of keys that both have are combined. */
const merge = <Value>(
  one: Readonly<Record<string, Value>>,
  other: Readonly<Record<string, Value>>,
  combine: (value: Value, later: Value) => Value,
): Record<string, Value> => {
  const merged = { ...one };
  for (const [key, later] of Object.entries(other)) {
    const value = merged[key];
    merged[key] = value === undefined ? later : combine(value, later);
  }
  return merged;
};

const addOutcomes = (one: Outcomes, other: Outcomes): Outcomes => ({
  shown: one.shown + other.shown,
  failed: one.failed + other.failed,
});

const addTallies = (one: Tally, other: Tally): Tally => ({
  ...addOutcomes(one, other),
  causes: merge(one.causes, other.causes, (count, later) => count + later),
  ...((one.opened ?? other.opened) !== undefined && { opened: (one.opened ?? 0) + (other.opened ?? 0) }),
});

/** Counts of another promotion replace the earlier ones. */
const addTrials = (before: Trial | undefined, later: Trial | undefined): Trial | undefined =>
  later && before?.since === later.since
    ? {
        ...before,
        browsers: addOutcomes(before.browsers, later.browsers),
        networks: addOutcomes(before.networks, later.networks),
      }
    : (later ?? before);

/** Two days of hours show a trend, and keep the document small. */
const KEPT_HOURS = 48;

/** The outcome of one report, by version and hour. */
export const hoursOf = (report: LoadReport, now: Date): Hours => ({
  [report.version]: { [`${now.toISOString().slice(0, 13)}:00Z`]: countOutcome(report) },
});

export const addHours = (before: Hours, later: Hours): Hours =>
  merge(before, later, (one, other) => {
    const hours = Object.entries(merge(one, other, addOutcomes));
    return Object.fromEntries(hours.sort(([hour], [next]) => hour.localeCompare(next)).slice(-KEPT_HOURS));
  });

/** Adds later counts; counts of another period replace the earlier ones. */
export const addCounts = (before: Health | undefined, later: Health): Health => {
  if (!before || !isSame(before, later)) return later;
  const trial = addTrials(before.trial, later.trial);
  return { ...before, versions: merge(before.versions, later.versions, addTallies), ...(trial && { trial }) };
};

export interface Judgement {
  now: Date;
  /** How many browsers must fail on their first page before a promoted version is rolled back; 0: never. */
  rollBackAfter: number;
}

const judged = (
  trial: Trial,
  { live, previous, versions }: ReleaseDocument,
  { now, rollBackAfter }: Judgement,
): Trial => {
  if (trial.rolledBack || live === null || previous === null || !versions[previous]) return trial;
  const why = reasonToRollBack(live, trial, rollBackAfter);
  return why === undefined ? trial : { ...trial, rolledBack: { to: previous, at: now.toISOString(), why } };
};

/** Adds counts to the stored ones, stops a canary that fails too often, and rolls back a promoted version that does. */
export const healthWith = (
  current: Health | undefined,
  counts: Health,
  document: ReleaseDocument,
  judgement: Judgement,
): Health => {
  const sum = addCounts(current, counts);
  const health = sum.trial ? { ...sum, trial: judged(sum.trial, document, judgement) } : sum;
  const why = health.stopped ? undefined : reasonToStop(health);
  if (health.canary === null || why === undefined) return health;
  return { ...health, stopped: { version: health.canary, at: judgement.now.toISOString(), why } };
};
