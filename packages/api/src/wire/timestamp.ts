const iso8601 =
  /^(?<day>[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?:[T ](?<time>(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?|24:00(?::00(?:\.0+)?)?) ?(?<offset>Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/;

/** `2026-02-30` is March 2, or in Firefox no date: a day exists if it survives the round trip. */
const dayExists = (day: string): boolean => new Date(Date.parse(day) || 0).toISOString().startsWith(day);

/** Databases write `+00` for `+00:00`. */
const withMinutes = (offset: string): string =>
  offset.replace(/^([+-]\d\d):?(\d\d)?$/, (_, hours: string, minutes = '00') => `${hours}:${minutes}`);

/** Browsers read a time without an offset as local time; name UTC, so that all readers agree. */
const fromIso8601 = (text: string): string | undefined => {
  const { day = '', time, offset = 'Z' } = iso8601.exec(text)?.groups ?? {};
  if (!day || !dayExists(day)) return undefined;
  if (!time) return day;
  const moment = `${day}T${time}${withMinutes(offset)}`;
  return time.startsWith('24') ? new Date(moment).toISOString() : moment;
};

const isRfc1123 = (text: string): boolean => text.endsWith(' GMT') && new Date(text).toUTCString() === text;

/**
 * Reads the dates and times that ERPs send: ISO 8601, with a space, or without an offset (then UTC); RFC 1123; and
 * milliseconds since 1970 with 13 digits. `24:00` becomes midnight of the next day.
 * @returns an ISO 8601 text that all browsers read alike; undefined for everything else, and for days that do not exist
 */
export const normalizeTimestamp = (value: unknown): string | undefined => {
  const text = String(value);
  if (/^\d{13}$/.test(text)) return new Date(Number(text)).toISOString();
  if (typeof value !== 'string') return undefined;
  return isRfc1123(text) ? new Date(text).toISOString() : fromIso8601(text);
};

/** A date, or midnight of one in any offset: an ERP writes the calendar date "4 March" as midnight. */
const CALENDAR_DATE = /^(\d{4}-\d{2}-\d{2})(?:T00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** The calendar date that a date field means, such as `2026-03-04`; undefined if its time is not midnight. */
export const calendarDateOf = (timestamp: string): string | undefined =>
  CALENDAR_DATE.exec(normalizeTimestamp(timestamp) ?? '')?.[1];

/** Whether a timestamp is a date without a time of day. */
export const isDate = (timestamp: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(timestamp);

/** Milliseconds since the epoch, of a date its midnight in UTC; undefined without a readable time. */
export const timeOf = (timestamp: string | undefined): number | undefined => {
  const iso = normalizeTimestamp(timestamp);
  return iso === undefined ? undefined : Date.parse(iso);
};

/** Sorts by time, newest first (specification section 2), stably. Items without a readable time come last. */
export const newestFirst = <T>(items: readonly T[], timestampOf: (item: T) => string | undefined): T[] =>
  items
    .map((item) => ({ item, time: timeOf(timestampOf(item)) ?? Number.MIN_SAFE_INTEGER }))
    .sort((a, b) => b.time - a.time)
    .map(({ item }) => item);
