import { isFailing, type Health, type Tally } from '../releases/health-store';

/** A canary is judged after this many pages. */
const MIN_PAGES = 50;
/** A canary's failure rate may exceed that of the live version by this share. */
const MAX_EXCESS = 0.05;

const pageCount = ({ shown, failed }: Tally): number => shown + failed;

interface Pair {
  live: string;
  canary: string;
}

/** The share of pages on which a version failed, from 0 to 1. */
const failureRate = (tally: Tally | undefined): number =>
  tally && pageCount(tally) > 0 ? tally.failed / pageCount(tally) : 0;

const tallyText = (tally: Tally | undefined): string =>
  tally ? `${tally.failed} of ${pageCount(tally)} pages failed` : 'no reports';

/** Reports per page that got the version, at most 1. */
const reportRate = (tally: Tally): number => Math.min(1, pageCount(tally) / tally.opened);

/**
 * Whether a canary leaves clearly more pages without a report than the live version: a page that freezes sends none.
 * Closed tabs and bots leave such pages with both.
 */
const silence = (pair: Pair, ofCanary: Tally, ofLive: Tally | undefined): string | undefined => {
  if (!ofLive || Math.min(ofCanary.opened, ofLive.opened) < MIN_PAGES) return undefined;
  if (reportRate(ofCanary) >= reportRate(ofLive) / 2) return undefined;
  const text = (tally: Tally) => `${pageCount(tally)} reports from ${tally.opened} pages`;
  return `canary ${pair.canary}: ${text(ofCanary)}; live ${pair.live}: ${text(ofLive)}`;
};

/** Why a canary fails so much more than the live version that it must stop; undefined if it may continue. */
export const reasonToStop = (pair: Pair, health: Health): string | undefined => {
  const ofCanary = health.get(pair.canary);
  const ofLive = health.get(pair.live);
  if (!ofCanary) return undefined;
  const silent = silence(pair, ofCanary, ofLive);
  if (silent) return silent;
  if (pageCount(ofCanary) < MIN_PAGES && !isFailing(ofCanary)) return undefined;
  if (failureRate(ofCanary) <= failureRate(ofLive) + MAX_EXCESS) return undefined;
  return `canary ${pair.canary}: ${tallyText(ofCanary)}; live ${pair.live}: ${tallyText(ofLive)}`;
};

/** Why a just promoted version must go; undefined if it may stay. A `floor` of 0 keeps each. */
export const reasonToRollBack = (version: string, tally: Tally, floor: number): string | undefined => {
  const [shown, failed] = [tally['first-shown'], tally['first-failed']];
  if (floor === 0 || failed < floor || failed <= shown) return undefined;
  // One network cannot decide with many made-up browsers.
  if (tally['network-failed'] < tally['network-shown']) return undefined;
  return `${version} failed on ${failed} of ${shown + failed} first pages`;
};
