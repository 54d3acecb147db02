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
});

export type Health = v.InferOutput<typeof healthSchema>;
export type Tally = v.InferOutput<typeof tallySchema>;

/** A canary is judged after this many pages. */
const MIN_PAGES = 50;
/** How far its failure rate may exceed that of the live version. */
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
  if (!ofCanary || pageCount(ofCanary) < MIN_PAGES) return undefined;
  if (failureRate(ofCanary) <= failureRate(ofLive) + MAX_EXCESS) return undefined;
  return `canary ${canary}: ${tallyText(ofCanary)}; live ${live}: ${tallyText(ofLive)}`;
};
