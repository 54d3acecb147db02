import { versionSchema } from '@portal/contract';
import * as v from 'valibot';
import type { ReportDocument } from './release-store';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const outcomesSchema = v.strictObject({ shown: count, failed: count });

/** How often a version was shown and how often it failed, counted once per page. */
const tallySchema = v.strictObject({
  shown: count,
  failed: count,
  /** The number of failures by cause. */
  causes: v.record(v.string(), count),
  /** How many pages got the version to show first, while a canary is compared. Absent if none did. */
  opened: v.optional(count),
});

/** How often a version was shown and failed on first pages, since it was promoted. */
const trialSchema = v.strictObject({
  /** The time of the promotion. */
  since: v.string(),
  /** Counts each browser once. */
  browsers: outcomesSchema,
  /** Counts each network once, so that one network cannot decide with many made-up browsers. */
  networks: outcomesSchema,
  /** Present once the portal has rolled back. */
  rolledBack: v.optional(v.strictObject({ to: versionSchema, at: v.string(), why: v.string() })),
});

const healthSchema = v.strictObject({
  /** The reported versions; another pair starts a new document. */
  live: v.nullable(versionSchema),
  canary: v.nullable(versionSchema),
  /** The start of the canary; a restarted canary starts a new document. */
  canarySince: v.nullable(v.string()),
  versions: v.record(versionSchema, tallySchema),
  /** A canary that was stopped because it failed more often than the live version. */
  stopped: v.nullable(v.strictObject({ version: versionSchema, at: v.string(), why: v.string() })),
  /** The trial of the live version; absent unless it was promoted a short while ago. */
  trial: v.optional(trialSchema),
});

export type Health = v.InferOutput<typeof healthSchema>;
export type Tally = v.InferOutput<typeof tallySchema>;
export type Trial = v.InferOutput<typeof trialSchema>;

/** `<remote>/health.json`: the reports of browsers since live or canary changed. */
export const HEALTH: ReportDocument<Health> = { file: 'health.json', schema: healthSchema };

/** How each version fared in its last hours with reports, by their beginning: `2026-03-05T12:00Z`. */
const hoursSchema = v.record(versionSchema, v.record(v.string(), outcomesSchema));

export type Hours = v.InferOutput<typeof hoursSchema>;

/** `<remote>/hours.json`: nothing is decided by it, so a damaged one starts again. */
export const HOURS: ReportDocument<Hours> = { file: 'hours.json', schema: hoursSchema, isReplaceable: true };

/** A canary is judged after this many pages. */
const MIN_PAGES = 50;
/** A version that fails on most pages is judged after this many failures. */
const FEW_FAILURES = 10;
/** A canary's failure rate may exceed that of the live version by this share. */
const MAX_EXCESS = 0.05;

const pageCount = ({ shown, failed }: Tally): number => shown + failed;

/** The share of pages on which a version failed, from 0 to 1. */
export const failureRate = (tally: Tally | undefined): number =>
  tally && pageCount(tally) > 0 ? tally.failed / pageCount(tally) : 0;

const tallyText = (tally: Tally | undefined): string =>
  tally ? `${tally.failed} of ${pageCount(tally)} pages failed` : 'no reports';

/** Reports per page that got the version, at most 1. */
const reportRate = (tally: Tally & { opened: number }): number =>
  Math.min(1, pageCount(tally) / tally.opened);

const wasOpened = (tally: Tally | undefined): tally is Tally & { opened: number } =>
  tally?.opened !== undefined && tally.opened >= MIN_PAGES;

/**
 * Whether a canary leaves clearly more pages without a report than the live version: a page that freezes sends none.
 * Closed tabs and bots leave such pages with both.
 */
const silence = (
  { live, canary }: Health,
  ofCanary: Tally,
  ofLive: Tally | undefined,
): string | undefined => {
  if (!wasOpened(ofCanary) || !wasOpened(ofLive) || reportRate(ofCanary) >= reportRate(ofLive) / 2)
    return undefined;
  const text = (tally: Tally & { opened: number }) =>
    `${pageCount(tally)} reports from ${tally.opened} pages`;
  return `canary ${canary}: ${text(ofCanary)}; live ${live}: ${text(ofLive)}`;
};

/** Why a canary fails so much more than the live version that it must stop; undefined if it may continue. */
export const reasonToStop = (health: Health): string | undefined => {
  const { live, canary, versions } = health;
  const ofCanary = canary === null ? undefined : versions[canary];
  const ofLive = live === null ? undefined : versions[live];
  if (!ofCanary) return undefined;
  const silent = silence(health, ofCanary, ofLive);
  if (silent) return silent;
  const failsMostly = ofCanary.failed >= FEW_FAILURES && failureRate(ofCanary) > 0.5;
  if (pageCount(ofCanary) < MIN_PAGES && !failsMostly) return undefined;
  if (failureRate(ofCanary) <= failureRate(ofLive) + MAX_EXCESS) return undefined;
  return `canary ${canary}: ${tallyText(ofCanary)}; live ${live}: ${tallyText(ofLive)}`;
};

/** Why a just promoted version must be rolled back; undefined if it may stay. A `floor` of 0 disables rollbacks. */
export const reasonToRollBack = (
  version: string,
  { browsers, networks }: Trial,
  floor: number,
): string | undefined => {
  if (floor === 0 || browsers.failed < floor || browsers.failed <= browsers.shown) return undefined;
  if (networks.failed < networks.shown) return undefined;
  return `${version} failed on ${browsers.failed} of ${browsers.shown + browsers.failed} first pages`;
};
