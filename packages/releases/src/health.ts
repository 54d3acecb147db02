import { versionSchema } from '@portal/contract';
import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** How often a version was shown and how often it failed, counted once per page. */
const tallySchema = v.strictObject({
  shown: count,
  failed: count,
  /** The number of failures by cause. */
  causes: v.record(v.string(), count),
});

const outcomesSchema = v.strictObject({ shown: count, failed: count });

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

/** `<remote>/health.json`: the reports of browsers since live or canary changed. */
export const healthSchema = v.strictObject({
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

/**
 * Decides whether a canary fails so much more than the live version that it must stop.
 * @returns the reason, or undefined if it may continue
 */
export const reasonToStop = ({ live, canary, versions }: Health): string | undefined => {
  const ofCanary = canary === null ? undefined : versions[canary];
  const ofLive = live === null ? undefined : versions[live];
  if (!ofCanary) return undefined;
  const failsMostly = ofCanary.failed >= FEW_FAILURES && failureRate(ofCanary) > 0.5;
  if (pageCount(ofCanary) < MIN_PAGES && !failsMostly) return undefined;
  if (failureRate(ofCanary) <= failureRate(ofLive) + MAX_EXCESS) return undefined;
  return `canary ${canary}: ${tallyText(ofCanary)}; live ${live}: ${tallyText(ofLive)}`;
};

/**
 * Decides whether a just promoted version fails on most first pages.
 * @param floor the minimum number of browsers in which it failed; 0 disables rollbacks
 * @returns the reason, or undefined if it may continue
 */
export const reasonToRollBack = (
  version: string,
  { browsers, networks }: Trial,
  floor: number,
): string | undefined => {
  if (floor === 0 || browsers.failed < floor || browsers.failed <= browsers.shown) return undefined;
  if (networks.failed < networks.shown) return undefined;
  return `${version} failed on ${browsers.failed} of ${browsers.shown + browsers.failed} first pages`;
};
