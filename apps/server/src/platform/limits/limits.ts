import { isIP } from 'node:net';
import type { I18n } from '@portal/texts/i18n';
import * as v from 'valibot';
import type { LIMITS_OF_PERSONS } from '../database/schema';

/** At most `max` attempts in a sliding window of `seconds`. */
export interface Limit {
  max: number;
  seconds: number;
}

/** A name that attempts are counted by, with its limits. */
export type Budget = readonly [
  key: `${(typeof LIMITS_OF_PERSONS)[number]}/${string}`,
  limits: readonly Limit[],
];

/** The longest window of all limits; older attempts are deleted. */
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

/** The most attempts that the limits allow within any 24 hours. */
const mostPerDay = (limits: readonly Limit[]): number =>
  Math.min(...limits.map(({ max, seconds }) => max * Math.ceil(DAY_SECONDS / seconds)));

/** A customer can sign in by email address and by phone number, and each has limits of its own. */
const IDENTIFIERS_PER_CUSTOMER = 2;

/** With codes of six digits, so many attempts find the code of one customer in 10,000. */
export const MOST_ATTEMPTS_PER_DAY = 100;

/** The attempts that all browsers together have at one customer's codes within any 24 hours. */
export const attemptsPerDay = (...budgets: readonly (readonly Limit[])[]): number =>
  IDENTIFIERS_PER_CUSTOMER * budgets.map(mostPerDay).reduce((sum, most) => sum + most, 0);

/** Caps the bill. A fifth is kept for browsers that signed in before: strangers cannot use up all of it. */
export const smsBudget = (max: number, isKnownBrowser: boolean): number =>
  isKnownBrowser ? max : max - Math.floor(max / 5);

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

const groupsOf = (ip: string): string[] => {
  const [head = '', tail] = ip.replace(/%.*/, '').toLowerCase().split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16).toString(16));
};

/** The kinds of networks, each with limits of its own. */
export type NetworkKind = 'ipv4' | 'ipv6-64' | 'ipv6-48';

/**
 * The networks that limits count: an IPv4 address; or the /64 of an IPv6 subscriber, and the /48 around it, because
 * one subscriber can have many /64s. All invalid addresses count as one network.
 */
export const networksOf = (ip: string): readonly { kind: NetworkKind; name: string }[] => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  const version = isIP(mapped ?? ip);
  if (version !== 6) return [{ kind: 'ipv4', name: version === 4 ? (mapped ?? ip) : 'unknown' }];
  const groups = groupsOf(ip);
  return [
    { kind: 'ipv6-64', name: `${groups.slice(0, 4).join(':')}::/64` },
    { kind: 'ipv6-48', name: `${groups.slice(0, 3).join(':')}::/48` },
  ];
};

/** The network of a client for the audit log, wide enough to be no person's address: an IPv4 /24 or an IPv6 /48. */
export const networkOf = (ip: string): string => {
  const [first, around] = networksOf(ip);
  return around?.name ?? first?.name.replace(/\.\d+$/, '.0/24') ?? 'unknown';
};
