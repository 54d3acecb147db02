import { parseTimestamp } from './timestamp';

const time = (timestamp: string | undefined): number =>
  parseTimestamp(timestamp)?.getTime() ?? Number.NEGATIVE_INFINITY;

/**
 * Sorts by time, newest first (specification section 2). What has no readable time comes last, and equals keep
 * their order.
 * @param timestampOf where an item's ISO 8601 timestamp stands
 * @returns a new array
 */
export const newestFirst = <T>(items: readonly T[], timestampOf: (item: T) => string | undefined): T[] =>
  items
    .map((item) => ({ item, time: time(timestampOf(item)) }))
    // Subtracting would make NaN of two infinities.
    .sort((a, b) => (a.time === b.time ? 0 : a.time < b.time ? 1 : -1))
    .map(({ item }) => item);
