import { isDate, timeOf } from './timestamp';

const DAY_MS = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** A format of dates and times. It is kept, because creating one takes a phone up to 100 ms. */
export const dateFormat = (
  locale: string | undefined,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat => {
  const key = JSON.stringify([locale, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
};

/** What clocks in a time zone show, as ISO 8601 writes it: `2026-03-04 10:42`. Without a zone: the clock of the device. */
export const wallClock = (time: Date | number, timeZone?: string): string =>
  dateFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(time);

/** The day of a readable timestamp in a time zone. A date is the same day everywhere. */
export const dayOf = (timestamp: string, timeZone?: string): string =>
  isDate(timestamp) ? timestamp : wallClock(timeOf(timestamp) ?? 0, timeZone).slice(0, 10);

/** Whether a timestamp is readable and in the future. A date is ahead until it begins. */
export const isAhead = (timestamp = '', now: Date, timeZone?: string): boolean => {
  const time = timeOf(timestamp);
  // Most dates of a long list are past, and today's date is slow to format.
  if (time === undefined || time < now.getTime() - DAY_MS) return false;
  return isDate(timestamp) ? timestamp > dayOf(now.toISOString(), timeZone) : time > now.getTime();
};

/** Whether a timestamp is readable and not in the future. */
export const hasBegun = (timestamp = '', now: Date, timeZone?: string): boolean =>
  timeOf(timestamp) !== undefined && !isAhead(timestamp, now, timeZone);

/** Whether a timestamp is readable and not over. A date lasts until midnight. */
export const isCurrent = (timestamp = '', now: Date, timeZone?: string): boolean =>
  isAhead(timestamp, now, timeZone) ||
  (isDate(timestamp) && timestamp === dayOf(now.toISOString(), timeZone));
