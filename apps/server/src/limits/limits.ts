/** So many in a sliding span of seconds. */
export interface Limit {
  max: number;
  seconds: number;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Codes to one identifier. The first is the count-down that the browser shows. */
export const codesPerIdentifier: readonly Limit[] = [
  { max: 1, seconds: minute },
  { max: 5, seconds: hour },
  { max: 10, seconds: day },
];

/** Codes asked for from one network. */
export const codesPerNetwork: readonly Limit[] = [{ max: 10, seconds: 10 * minute }];

/** Wrong codes for one identifier, over all its challenges (ASVS 5.0 6.6.3). A right one forgets them. */
export const failuresPerIdentifier: readonly Limit[] = [
  { max: 10, seconds: hour },
  { max: 20, seconds: day },
];

/** Text messages that really go out, all customers together: a bill has an end. */
export const smsBudget = (max: number): readonly Limit[] => [{ max, seconds: day }];

/** No limit looks back further than this. */
export const longestLimitSeconds = day;
