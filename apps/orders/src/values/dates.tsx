import { Box, useLocale } from '@portal/theme';
import { Marked } from './marks';
import { TextValue } from './text-value';

const ISO_8601 = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** A date, or midnight of one in any offset: an ERP writes the calendar date "4 March" as midnight. */
const CALENDAR_DATE = /^(\d{4}-\d{2}-\d{2})(?:T00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

/** Parses ISO 8601 only: `new Date` accepts even "Room 7". */
const parseTimestamp = (text: string | undefined): Date | undefined => {
  if (text === undefined || !ISO_8601.test(text)) return undefined;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
};

/** The calendar date of a timestamp, such as `2026-03-04`; undefined if its time is not midnight. */
export const calendarDateOf = (timestamp: string): string | undefined => CALENDAR_DATE.exec(timestamp)?.[1];

/** Milliseconds since the epoch; undefined without a readable time. */
export const timeOf = (timestamp: string | undefined): number | undefined =>
  parseTimestamp(timestamp)?.getTime();

/**
 * Sorts by time, newest first (specification section 2). The sort is stable; items without a readable time come last.
 * @param timestampOf returns the ISO 8601 timestamp of an item
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

/** Formats an ISO 8601 text; returns undefined if it cannot be parsed. */
type DateFormat = (text: string) => string | undefined;

export interface DateFormats {
  /** A day. A date given at midnight is the same day in every time zone. */
  calendarDate: DateFormat;
  /** Day and time, in the user's time zone. */
  moment: DateFormat;
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
 */
export const dateFormats = (locale?: string, timeZone?: string): DateFormats => {
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

  const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const isoDay = once(() => new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' }));

  return {
    relativeDay: (text, now) => {
      const date = parseTimestamp(text);
      if (!date) return undefined;
      const day = calendarDateOf(text) ?? isoDay().format(date);
      const days = (Date.parse(day) - Date.parse(isoDay().format(now))) / DAY_MS;
      return Math.abs(days) <= MOST_RELATIVE_DAYS ? relative().format(days, 'day') : undefined;
    },
    calendarDate: (text) => {
      const date = calendarDateOf(text);
      return date ? dayInUtc(date) : day(text);
    },
    moment: (text) => (DATE.test(text) ? dayInUtc(text) : dayAndTime(text)),
  };
};

// Intl formats are slow to create, and a list shows hundreds of dates.
const formatsByLocale = new Map<string | undefined, DateFormats>();

export const useDateFormats = (): DateFormats => {
  const locale = useLocale();
  const formats = formatsByLocale.get(locale) ?? dateFormats(locale);
  formatsByLocale.set(locale, formats);
  return formats;
};

interface DateValueProps {
  /** ISO 8601; any other text is shown as it is, because it may say more than a dash. */
  text: string | undefined;
  as: 'calendarDate' | 'moment';
}

/** A date in the user's locale; a dash if it is missing. */
export const DateValue = ({ text, as }: DateValueProps) => {
  const formats = useDateFormats();
  const formatted = text && formats[as](text);
  return formatted ? (
    <time dateTime={text}>
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
  const relative = text && relativeDay(text, new Date());
  if (!relative) return null;
  return (
    <Box component="span" sx={onScreen}>
      {before}
      {relative}
    </Box>
  );
};
