import type { LoadReport, ReleaseDocument } from '@portal/contract';
import {
  reasonToRollBack,
  reasonToStop,
  trialSince,
  type Health,
  type Tally,
  type Trial,
} from '@portal/releases';

/** What a report says about its version: `retried` is not a failure yet; every other event but `shown` is one. */
export const outcomeOf = ({ event }: Pick<LoadReport, 'event'>): 'shown' | 'retried' | 'failed' =>
  event === 'shown' || event === 'retried' ? event : 'failed';

/** The compared pair of versions; another pair, or a restarted canary, starts new counts. */
type Period = Pick<Health, 'live' | 'canary' | 'canarySince'>;

/** The pages with one remote, and the reports on it, within a period. */
export interface LoadCounts {
  period: Period;
  versions: Health['versions'];
  /** The trial of the live version, if it is on trial. */
  trial?: Trial | undefined;
}

const NONE: Tally = { shown: 0, failed: 0, causes: {} };

/** The period that a document begins. */
export const periodOf = ({ live, canary }: ReleaseDocument): Period => ({
  live,
  canary: canary?.version ?? null,
  canarySince: canary?.since ?? null,
});

const isSame = (one: Period, other: Period): boolean =>
  one.live === other.live && one.canary === other.canary && one.canarySince === other.canarySince;

const sumOf = (one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((key) => [
      key,
      (one[key] ?? 0) + (other[key] ?? 0),
    ]),
  );

const addTallies = (one: Tally, other: Tally): Tally => ({
  shown: one.shown + other.shown,
  failed: one.failed + other.failed,
  causes: sumOf(one.causes, other.causes),
  ...((one.opened ?? other.opened) !== undefined && { opened: (one.opened ?? 0) + (other.opened ?? 0) }),
});

type Outcomes = Trial['browsers'];

const NO_OUTCOMES: Outcomes = { shown: 0, failed: 0 };

const countOutcome = (report: LoadReport): Outcomes => {
  const outcome = outcomeOf(report);
  return { shown: outcome === 'shown' ? 1 : 0, failed: outcome === 'failed' ? 1 : 0 };
};

const tallyOf = (report: LoadReport): Tally => ({
  ...countOutcome(report),
  causes: report.cause ? { [report.cause]: 1 } : {},
});

const addOutcomes = (one: Outcomes, other: Outcomes): Outcomes => ({
  shown: one.shown + other.shown,
  failed: one.failed + other.failed,
});

/** A crash happens after the first page, so it does not count here. */
const firstPageOf = (report: LoadReport): Outcomes =>
  report.event === 'crashed' ? NO_OUTCOMES : countOutcome(report);

const trialOf = (
  report: LoadReport,
  document: ReleaseDocument,
  { isNewNetwork, now }: Occasion,
): Trial | undefined => {
  const since = report.version === document.live ? trialSince(document, now) : undefined;
  if (since === undefined) return undefined;
  const browsers = firstPageOf(report);
  return { since, browsers, networks: isNewNetwork ? browsers : NO_OUTCOMES };
};

/** Counts of another promotion replace the earlier ones. */
const addTrials = (before: Trial | undefined, later: Trial | undefined): Trial | undefined => {
  if (!later || !before || before.since !== later.since) return later ?? before;
  return {
    ...before,
    browsers: addOutcomes(before.browsers, later.browsers),
    networks: addOutcomes(before.networks, later.networks),
  };
};

/** The circumstances of a report. */
export interface Occasion {
  /** Whether it is the first one with this outcome from its network. */
  isNewNetwork: boolean;
  now: Date;
}

/** The counts of one report. */
export const countsOf = (report: LoadReport, document: ReleaseDocument, occasion: Occasion): LoadCounts => {
  const trial = trialOf(report, document, occasion);
  return {
    period: periodOf(document),
    versions: { [report.version]: tallyOf(report) },
    ...(trial && { trial }),
  };
};

/** The count of a page that got a version. */
export const countsOfPage = (version: string, document: ReleaseDocument): LoadCounts => ({
  period: periodOf(document),
  versions: { [version]: { ...NONE, opened: 1 } },
});

const addVersions = (one: Health['versions'], other: Health['versions']): Health['versions'] => ({
  ...one,
  ...Object.fromEntries(
    Object.entries(other).map(([version, tally]) => [version, addTallies(one[version] ?? NONE, tally)]),
  ),
});

/** Adds later counts; counts of another period replace the earlier ones. */
export const addCounts = (before: LoadCounts | undefined, later: LoadCounts): LoadCounts =>
  before && isSame(before.period, later.period)
    ? {
        period: later.period,
        versions: addVersions(before.versions, later.versions),
        trial: addTrials(before.trial, later.trial),
      }
    : later;

/** Whether the counts belong to the current release. */
export const isAbout = ({ period }: LoadCounts, document: ReleaseDocument): boolean =>
  isSame(period, periodOf(document));

/** The inputs of an automatic rollback. */
export interface Judgement {
  now: Date;
  /** How many browsers must fail on their first page before a promoted version is rolled back; 0: never. */
  rollBackAfter: number;
}

/** Rolls the promotion back if it fails too often. */
const judged = (
  trial: Trial,
  { live, previous, versions }: ReleaseDocument,
  { now, rollBackAfter }: Judgement,
): Trial => {
  if (trial.rolledBack || live === null || previous === null || !versions[previous]) return trial;
  const why = reasonToRollBack(live, trial, rollBackAfter);
  return why === undefined ? trial : { ...trial, rolledBack: { to: previous, at: now.toISOString(), why } };
};

/**
 * Adds counts to the health document of a remote, stops a canary that fails too often, and rolls back a promoted
 * version that does.
 * @param current the stored document, with the counts of all replicas
 */
export const healthWith = (
  current: Health | undefined,
  counts: LoadCounts,
  document: ReleaseDocument,
  judgement: Judgement,
): Health => {
  const before = current && isSame(current, counts.period) ? current : undefined;
  const trial = addTrials(before?.trial, counts.trial);
  const health: Health = {
    ...counts.period,
    versions: addVersions(before?.versions ?? {}, counts.versions),
    stopped: before?.stopped ?? null,
    ...(trial && { trial: judged(trial, document, judgement) }),
  };
  const why = health.stopped ? undefined : reasonToStop(health);
  if (health.canary === null || why === undefined) return health;
  return { ...health, stopped: { version: health.canary, at: judgement.now.toISOString(), why } };
};
