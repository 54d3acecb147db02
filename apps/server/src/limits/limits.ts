import type { I18n } from '@portal/texts/i18n';
import * as v from 'valibot';

/** At most `max` hits in a sliding window of `seconds`. */
export interface Limit {
  max: number;
  seconds: number;
}

/** The longest window of all limits; older hits are deleted. */
export const DAY_SECONDS = 24 * 3600;

const secondsOf: Record<string, number> = { s: 1, m: 60, h: 3600, d: DAY_SECONDS };

const part = /^(?<max>[1-9]\d{0,5})\/(?<amount>[1-9]\d{0,4})(?<unit>[smhd])$/;

const parseLimit = (text: string): Limit | undefined => {
  const { max, amount, unit = '' } = part.exec(text.trim())?.groups ?? {};
  const seconds = Number(amount) * (secondsOf[unit] ?? 0);
  return seconds > 0 && seconds <= DAY_SECONDS ? { max: Number(max), seconds } : undefined;
};

/** Limits as the environment writes them: `1/1m,5/1h,10/1d`. */
export const limitsSchema = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map(parseLimit)),
  v.everyItem(
    (limit) => limit !== undefined,
    'must be limits such as 5/1h,10/1d: a number, and the time for which it applies, one day at most',
  ),
  v.transform((limits): readonly Limit[] => limits.filter((limit) => limit !== undefined)),
);

/** The most hits that the limits allow within any 24 hours. */
const mostPerDay = (limits: readonly Limit[]): number =>
  Math.min(...limits.map(({ max, seconds }) => max * Math.ceil(DAY_SECONDS / seconds)));

/** A customer can sign in by email address and by phone number, and each has limits of its own. */
const IDENTIFIERS_PER_CUSTOMER = 2;

/** With codes of six digits, this many guesses hit one in 10,000 customers. */
export const MOST_GUESSES_PER_DAY = 100;

/** The guesses that all browsers together have at one customer's codes within any 24 hours. */
export const guessesPerDay = (...budgets: readonly (readonly Limit[])[]): number =>
  IDENTIFIERS_PER_CUSTOMER * budgets.map(mostPerDay).reduce((sum, most) => sum + most, 0);

/**
 * Text messages that are sent, over all customers: caps the bill. A fifth is kept for browsers that signed in before,
 * so that strangers cannot use up all of it.
 */
export const smsBudget = (max: number, isKnownBrowser: boolean): readonly Limit[] => [
  { max: isKnownBrowser ? max : max - Math.floor(max / 5), seconds: DAY_SECONDS },
];

/** Test messages that a customer asks for. */
export const testsPerCustomer: readonly Limit[] = [
  { max: 1, seconds: 60 },
  { max: 5, seconds: 3600 },
];

/** A waiting time for customers, rounded up: 42 → "42 seconds", 3540 → "59 minutes". */
export const durationText = (seconds: number, i18n: I18n): string => {
  if (seconds <= 60) return i18n.t('{count, plural, one {# second} other {# seconds}}', { count: seconds });
  return seconds <= 3600
    ? i18n.t('{count, plural, one {# minute} other {# minutes}}', { count: Math.ceil(seconds / 60) })
    : i18n.t('{count, plural, one {# hour} other {# hours}}', { count: Math.ceil(seconds / 3600) });
};
