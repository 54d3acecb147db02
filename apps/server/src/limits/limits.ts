/** At most `max` hits in a sliding window of `seconds`. */
export interface Limit {
  max: number;
  seconds: number;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Codes per identifier. The browser's countdown shows the first. */
export const codesPerIdentifier: readonly Limit[] = [
  { max: 1, seconds: minute },
  { max: 5, seconds: hour },
  { max: 10, seconds: day },
];

/** Code requests per network. */
export const codesPerNetwork: readonly Limit[] = [{ max: 10, seconds: 10 * minute }];

/** Wrong codes per identifier, over all its challenges (ASVS 5.0 6.6.3). A right code resets them. */
export const failuresPerIdentifier: readonly Limit[] = [
  { max: 10, seconds: hour },
  { max: 20, seconds: day },
];

/** Test messages that a customer asks for. */
export const testsPerCustomer: readonly Limit[] = [
  { max: 1, seconds: minute },
  { max: 5, seconds: hour },
];

/** Text messages that are sent, over all customers: caps the bill. */
export const smsBudget = (max: number): readonly Limit[] => [{ max, seconds: day }];

/** The longest window of all limits. */
export const longestLimitSeconds = day;

const unitsOf = (amount: number, unit: string) => `${amount} ${unit}${amount === 1 ? '' : 's'}`;

/** A waiting time for customers, rounded up: 42 → "42 seconds", 3540 → "59 minutes". */
export const durationText = (seconds: number): string => {
  if (seconds <= 60) return unitsOf(seconds, 'second');
  if (seconds <= 3600) return unitsOf(Math.ceil(seconds / 60), 'minute');
  return unitsOf(Math.ceil(seconds / 3600), 'hour');
};
