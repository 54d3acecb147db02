import { Box, useLocale } from '@portal/theme';
import { useSyncExternalStore } from 'react';
import { useI18n } from '../texts';
import { Marked } from './marks';
import { TextValue } from './text-value';

/** ISO 8601, also with a space before the time, and without a colon in the offset, as databases write it. */
const ISO_8601 =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const EPOCH_MS = /^\d{12,13}$/;
/** The dates of HTTP and mail: `Thu, 05 Mar 2026 10:00:00 GMT`. */
const RFC_1123 = /^[a-z]{3}, \d{1,2} [a-z]{3} \d{4} \d{2}:\d{2}:\d{2} (?:GMT|[+-]\d{4})$/i;
/** A date, or midnight of one in any offset: an ERP writes the calendar date "4 March" as midnight. */
const CALENDAR_DATE = /^(\d{4}-\d{2}-\d{2})(?:T00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

const isValid = (date: Date): boolean => !Number.isNaN(date.getTime());

/** `new Date` reads February 30 as March 2. */
const isReal = (day: string): boolean => {
  const date = new Date(day);
  return isValid(date) && date.toISOString().startsWith(day);
};

/** Reads a timestamp in any of these spellings, and returns it in that of ISO 8601: `new Date` accepts even "Room 7". */
export const isoOf = (text = ''): string | undefined => {
  const [, day, time, offset = ''] = ISO_8601.exec(text) ?? [];
  if (day) {
    const [, hours, minutes = '00'] = /^([+-]\d{2}):?(\d{2})?$/.exec(offset) ?? [];
    const iso = time ? `${day}T${time}${hours ? `${hours}:${minutes}` : offset}` : day;
    return isReal(day) && isValid(new Date(iso)) ? iso : undefined;
  }
  const date = EPOCH_MS.test(text) ? new Date(Number(text)) : RFC_1123.test(text) && new Date(text);
  return date && isValid(date) ? date.toISOString() : undefined;
};

const parseTimestamp = (text = ''): Date | undefined => {
  const iso = isoOf(text);
  return iso === undefined ? undefined : new Date(iso);
};

/** The calendar date of a timestamp, such as `2026-03-04`; undefined if its time is not midnight. */
export const calendarDateOf = (timestamp: string): string | undefined =>
  CALENDAR_DATE.exec(isoOf(timestamp) ?? '')?.[1];

/** Milliseconds since the epoch; undefined without a readable time. */
export const timeOf = (timestamp: string | undefined): number | undefined =>
  parseTimestamp(timestamp)?.getTime();

/** The calendar date of a point in time, where the user is. */
export const dayOf = (date: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' }).format(date);

/**
 * Whether a timestamp is in the future; false without a readable one. A calendar date is ahead until it begins here.
 * @param timeZone IANA name; the browser's by default
 */
export const isAhead = (timestamp = '', now: Date, timeZone?: string): boolean => {
  const day = calendarDateOf(timestamp);
  return day ? day > dayOf(now, timeZone) : (timeOf(timestamp) ?? 0) > now.getTime();
};

const everyMinute = (check: () => void): (() => void) => {
  const timer = setInterval(check, 60_000);
  return () => clearInterval(timer);
};

/** The current time. Renders again at midnight, so that "yesterday" stays true. */
export const useNow = (): Date => {
  useSyncExternalStore(everyMinute, () => new Date().toDateString());
  return new Date();
};

/**
 * Sorts by time, newest first (specification section 2). The sort is stable; items without a readable time come last.
 * @param timestampOf returns the timestamp of an item
 * @returns a new array
 */
export const newestFirst = <T,>(items: readonly T[], timestampOf: (item: T) => string | undefined): T[] =>
  items
    .map((item) => ({ item, time: timeOf(timestampOf(item)) ?? Number.MIN_SAFE_INTEGER }))
    .sort((a, b) => b.time - a.time)
    .map(({ item }) => item);

const DAY_MS = 86_400_000;

/** Days farther away are easier to read as dates. */
const MOST_RELATIVE_DAYS = 6;

/** Formats a timestamp; returns undefined if it cannot be parsed. */
type DateFormat = (text: string) => string | undefined;

export interface DateFormats {
  /** A day. A date given at midnight is the same day in every time zone. */
  calendarDate: DateFormat;
  /** Day and time, in the user's time zone. */
  moment: DateFormat;
  /** The day in words, with the whole name of its month, to search in. */
  longDate: DateFormat;
  /** "yesterday", "in 3 days": the day as seen from `now`; undefined if it is more than six days away. */
  relativeDay: (text: string, now: Date) => string | undefined;
}

/** Creates a value on first use. A format takes a phone up to 100 ms, and no screen needs all of them. */
const once = <T,>(create: () => T): (() => T) => {
  let created: T | undefined;
  return () => (created ??= create());
};

/**
 * The date formats of a locale (specification section 9).
 * @param locale BCP 47 tag; the browser's by default
 * @param timeZone IANA name; the browser's by default
 * @param language the language of the page's words, such as "yesterday"
 */
export const dateFormats = (locale?: string, timeZone?: string, language = 'en'): DateFormats => {
  const format = (options: Intl.DateTimeFormatOptions): DateFormat => {
    const formatter = once(
      () => new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', ...options }),
    );
    return (text) => {
      const date = parseTimestamp(text);
      return date && formatter().format(date);
    };
  };
  const dayInUtc = format({ timeZone: 'UTC' });
  const day = format({});
  const dayAndTime = format({ timeStyle: 'short' });

  const relative = once(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));

  return {
    relativeDay: (text, now) => {
      const date = parseTimestamp(text);
      if (!date) return undefined;
      const day = calendarDateOf(text) ?? dayOf(date, timeZone);
      const days = (Date.parse(day) - Date.parse(dayOf(now, timeZone))) / DAY_MS;
      return Math.abs(days) <= MOST_RELATIVE_DAYS ? relative().format(days, 'day') : undefined;
    },
    calendarDate: (text) => {
      const date = calendarDateOf(text);
      return date ? dayInUtc(date) : day(text);
    },
    moment: (text) => (DATE.test(text) ? dayInUtc(text) : dayAndTime(text)),
    longDate: format({ dateStyle: 'long' }),
  };
};

// Intl formats are slow to create, and a list shows hundreds of dates.
const formatsByKey = new Map<string, DateFormats>();

/** Dates are in the user's locale, words in the page's language. */
export const useDateFormats = (): DateFormats => {
  const locale = useLocale();
  const { language } = useI18n();
  const key = `${locale} ${language}`;
  const formats = formatsByKey.get(key) ?? dateFormats(locale, undefined, language);
  formatsByKey.set(key, formats);
  return formats;
};

interface DateValueProps {
  /** An unreadable text is shown as it is, because it may say more than a dash. */
  text: string | undefined;
  as: 'calendarDate' | 'moment';
}

/** A date in the user's locale; a dash if it is missing. */
export const DateValue = ({ text, as }: DateValueProps) => {
  const formats = useDateFormats();
  const formatted = text && formats[as](text);
  return formatted ? (
    <time dateTime={isoOf(text)}>
      <Marked text={formatted} />
    </time>
  ) : (
    <TextValue text={text} />
  );
};

/** Not printed: on paper, "yesterday" is soon wrong. */
const onScreen = { '@media print': { display: 'none' } };

/** A date as a day near to today: "yesterday"; nothing for other days, and on paper. */
export const RelativeDay = ({ text, before = '' }: { text: string | undefined; before?: string }) => {
  const { relativeDay } = useDateFormats();
  const now = useNow();
  const relative = text && relativeDay(text, now);
  if (!relative) return null;
  return (
    <Box component="span" sx={onScreen}>
      {before}
      {relative}
    </Box>
  );
};
