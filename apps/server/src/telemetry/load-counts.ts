import type { LoadReport, ReleaseDocument } from '@portal/contract';
import { reasonToStop, type Health, type Tally } from '@portal/releases';

/** The compared pair of versions; another pair, or a restarted canary, starts new counts. */
type Period = Pick<Health, 'live' | 'canary' | 'canarySince'>;

/** The reports on one remote within a period. */
export interface LoadCounts {
  period: Period;
  versions: Health['versions'];
}

const NONE: Tally = { shown: 0, failed: 0, causes: {} };

const periodOf = ({ live, canary }: ReleaseDocument): Period => ({
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
});

/** A retry is not a failure yet. */
const tallyOf = ({ event, cause }: LoadReport): Tally => ({
  shown: event === 'shown' ? 1 : 0,
  failed: event === 'shown' || event === 'retried' ? 0 : 1,
  causes: cause ? { [cause]: 1 } : {},
});

/** The counts of one report. */
export const countsOf = (report: LoadReport, document: ReleaseDocument): LoadCounts => ({
  period: periodOf(document),
  versions: { [report.version]: tallyOf(report) },
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
    ? { period: later.period, versions: addVersions(before.versions, later.versions) }
    : later;

/** Whether the counts belong to the current release. */
export const isAbout = ({ period }: LoadCounts, document: ReleaseDocument): boolean =>
  isSame(period, periodOf(document));

/**
 * Adds counts to the health document of a remote, and stops a canary that fails too often.
 * @param current the stored document, with the counts of all replicas
 */
export const healthWith = (current: Health | undefined, counts: LoadCounts, now: Date): Health => {
  const before = current && isSame(current, counts.period) ? current : undefined;
  const health: Health = {
    ...counts.period,
    versions: addVersions(before?.versions ?? {}, counts.versions),
    stopped: before?.stopped ?? null,
  };
  const why = health.stopped ? undefined : reasonToStop(health);
  if (health.canary === null || why === undefined) return health;
  return { ...health, stopped: { version: health.canary, at: now.toISOString(), why } };
};
