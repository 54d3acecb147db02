import type { LoadReport, ReleaseDocument } from '@portal/contract';
import { reasonToStop, type Health, type Tally } from '@portal/releases';

/** The pair of versions that is compared; another pair, or a canary started again, is counted anew. */
type Period = Pick<Health, 'live' | 'canary' | 'canarySince'>;

/** What browsers reported of one remote within a period. */
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

/** A version that is tried again has not failed yet. */
const tallyOf = ({ event, cause }: LoadReport): Tally => ({
  shown: event === 'shown' ? 1 : 0,
  failed: event === 'shown' || event === 'retried' ? 0 : 1,
  causes: cause ? { [cause]: 1 } : {},
});

/** What there is to count of one report. */
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

/** Adds what was reported later; of another period it takes the place of what there was. */
export const addCounts = (before: LoadCounts | undefined, later: LoadCounts): LoadCounts =>
  before && isSame(before.period, later.period)
    ? { period: later.period, versions: addVersions(before.versions, later.versions) }
    : later;

/** Whether the counts are about what is released now. */
export const isAbout = ({ period }: LoadCounts, document: ReleaseDocument): boolean =>
  isSame(period, periodOf(document));

/**
 * How a remote's versions fare, with what was reported since; a canary that does too badly is stopped.
 * @param current what is written down already, by this replica and others
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
