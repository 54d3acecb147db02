import { versionSchema } from '@portal/contract';
import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** How often a version was shown and how often it failed, once a page, and what the failures were. */
const tallySchema = v.strictObject({
  shown: count,
  failed: count,
  /** The causes of the failures and how often each was reported. */
  causes: v.record(v.string(), count),
});

/** `<remote>/health.json`: what browsers reported since live or canary changed last. */
export const healthSchema = v.strictObject({
  /** The live and canary versions that it is about; another pair begins anew. */
  live: v.nullable(versionSchema),
  canary: v.nullable(versionSchema),
  /** When the canary was started (its `since`); a canary started again begins anew. */
  canarySince: v.nullable(v.string()),
  versions: v.record(versionSchema, tallySchema),
  /** A canary that was stopped because it failed more than the live version. */
  stopped: v.nullable(v.strictObject({ version: versionSchema, at: v.string(), why: v.string() })),
});

export type Health = v.InferOutput<typeof healthSchema>;
export type Tally = v.InferOutput<typeof tallySchema>;

/** How many outcomes of a canary must be known before it is judged. */
const ENOUGH = 50;
/** By how much its failure rate may be above the live version's, as a part of one. */
const MARGIN = 0.05;

const outcomes = ({ shown, failed }: Tally): number => shown + failed;

/** The part of pages in which a version failed, between 0 and 1; 0 when nothing is known. */
export const failureRate = (tally: Tally | undefined): number =>
  tally && outcomes(tally) > 0 ? tally.failed / outcomes(tally) : 0;

const inWords = (tally: Tally | undefined): string =>
  tally ? `${tally.failed} of ${outcomes(tally)} pages failed` : 'nothing is known';

/**
 * Whether a canary does so much worse than the live version that it must stop.
 * @returns why, or undefined when it may go on
 */
export const reasonToStop = ({ live, canary, versions }: Health): string | undefined => {
  const ofCanary = canary === null ? undefined : versions[canary];
  const ofLive = live === null ? undefined : versions[live];
  if (!ofCanary || outcomes(ofCanary) < ENOUGH) return undefined;
  if (failureRate(ofCanary) <= failureRate(ofLive) + MARGIN) return undefined;
  return `canary ${canary}: ${inWords(ofCanary)}; live ${live}: ${inWords(ofLive)}`;
};
