import { calendarDateOf, normalizeTimestamp, unbroken, type ServiceOrderEvent } from '@portal/api';
import { Box, useLocale } from '@portal/theme';
import { useSyncExternalStore } from 'react';
import { useI18n } from '../texts';
import { Marked, TextValue } from './text-value';

const DAY_MS = 86_400_000;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** Milliseconds since the epoch; undefined without a readable time. */
export const timeOf = (timestamp: string | undefined): number | undefined => {
  const iso = normalizeTimestamp(timestamp);
  return iso === undefined ? undefined : Date.parse(iso);
};

const isoFormats = new Map<string | undefined, Intl.DateTimeFormat>();

/** The day of a moment as ISO 8601 writes it. */
const dateOf = (time: Date | number | undefined, timeZone?: string): string => {
  const format = isoFormats.get(timeZone) ?? new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' });
  isoFormats.set(timeZone, format);
  return format.format(time);
};

/** The day of a readable timestamp, where the user is. */
export const dayOf = (timestamp: string, timeZone?: string): string =>
  calendarDateOf(timestamp) ?? dateOf(timeOf(timestamp), timeZone);

/** Whether a timestamp is readable and in the future. A calendar date is ahead until it begins here. */
export const isAhead = (timestamp = '', now: Date, timeZone?: string): boolean => {
  const time = timeOf(timestamp) ?? 0;
  // Most are long past, and formatting the day of a calendar date is slow.
  if (time < now.getTime() - 2 * DAY_MS) return false;
  const day = calendarDateOf(timestamp);
  return day ? day > dateOf(now, timeZone) : time > now.getTime();
};

/** Whether a timestamp is readable and not over. A calendar date lasts until midnight here. */
export const isCurrent = (timestamp = '', now: Date, timeZone?: string): boolean =>
  isAhead(timestamp, now, timeZone) || calendarDateOf(timestamp) === dateOf(now, timeZone);

const everyMinute = (check: () => void): (() => void) => {
  const timer = setInterval(check, 60_000);
  return () => clearInterval(timer);
};

/** The current time. Renders again at midnight, so that "yesterday" stays true. */
export const useNow = (): Date => {
  useSyncExternalStore(everyMinute, () => new Date().toDateString());
  return new Date();
};

/** Sorts by time, newest first (specification section 2), stably. Items without a readable time come last. */
export const newestFirst = <T,>(items: readonly T[], timestampOf: (item: T) => string | undefined): T[] =>
  items
    .map((item) => ({ item, time: timeOf(timestampOf(item)) ?? Number.MIN_SAFE_INTEGER }))
    .sort((a, b) => b.time - a.time)
    .map(({ item }) => item);

/** Days farther away are easier to read as dates. */
const MOST_RELATIVE_DAYS = 6;

/** Formats a timestamp; returns undefined if it cannot be parsed. */
type DateFormat = (text: string) => string | undefined;

/** The page's language with the region and digits of the user's locale, for dates with words: `en-DE`. */
const worded = (locale: string | undefined, language: string): string => {
  const { region, numberingSystem } = new Intl.Locale(
    locale ?? new Intl.DateTimeFormat().resolvedOptions().locale,
  ).maximize();
  return new Intl.Locale(language, {
    ...(region && { region }),
    ...(numberingSystem && { numberingSystem }),
  }).toString();
};

/** The date formats of a locale (specification section 9). Words such as "yesterday" are in `language`. */
export const dateFormats = (locale?: string, timeZone?: string, language = 'en') => {
  // Formatters are created on first use: each takes a phone up to 100 ms, and no screen needs all of them.
  const formatter = (options: Intl.DateTimeFormatOptions, tagOf = () => locale) => {
    let created: Intl.DateTimeFormat | undefined;
    return () => (created ??= new Intl.DateTimeFormat(tagOf(), { timeZone, ...options }));
  };
  const inPageLanguage = () => worded(locale, language);
  const format = (options: Intl.DateTimeFormatOptions): DateFormat => {
    const formatterOf = formatter({ dateStyle: 'medium', ...options });
    return (text) => {
      const time = timeOf(text);
      return time === undefined ? undefined : formatterOf().format(time);
    };
  };
  const weekday = { weekday: 'long', month: 'long', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: '2-digit' } as const;
  const year = { year: 'numeric' } as const;
  const periodFormatter = (options: Intl.DateTimeFormatOptions) =>
    formatter({ ...weekday, ...options }, inPageLanguage);
  const periods = {
    days: [periodFormatter({ timeZone: 'UTC' }), periodFormatter({ ...year, timeZone: 'UTC' })],
    times: [periodFormatter(time), periodFormatter({ ...year, ...time })],
  } as const;
  const dayInUtc = format({ timeZone: 'UTC' });
  const day = format({});
  const dayAndTime = format({ timeStyle: 'short' });
  const calendarDate: DateFormat = (text) => {
    const date = calendarDateOf(text);
    return date ? dayInUtc(date) : day(text);
  };
  const moment: DateFormat = (text) => (DATE.test(text) ? dayInUtc(text) : dayAndTime(text));
  const long = { dateStyle: 'long', timeZone: 'UTC' } as const;
  const inWords = [formatter(long), formatter(long, inPageLanguage)];
  const inDigits = formatter({
    ...year,
    month: '2-digit',
    day: '2-digit',
    calendar: 'gregory',
    numberingSystem: 'latn',
    timeZone: 'UTC',
  });
  /** A day as customers may type it: "March 4, 2026", "03/04/2026", "3/4/2026", "03/2026", "3/2026", "2026-03-04". */
  const typed = (isoDay: string): string[] => {
    const time = Date.parse(isoDay);
    const parts = inDigits().formatToParts(time);
    // Some literals have spaces or marks of the writing direction.
    const separator = parts.find(({ type }) => type === 'literal')?.value.replace(/[^./-]/g, '') || '/';
    const digits = parts.filter(({ type }) => type !== 'literal');
    const month = digits.filter(({ type }) => type !== 'day');
    const numbers = [digits, month].flatMap((date) => [
      date.map(({ value }) => value).join(separator),
      date.map(({ value }) => Number(value)).join(separator),
    ]);
    return [...inWords.map((words) => words().format(time)), ...numbers, isoDay];
  };
  // Many orders share a day.
  const typedDays = new Map<string, string[]>();
  let relative: Intl.RelativeTimeFormat | undefined;
  return {
    /** The day as seen from `now`, such as "yesterday"; undefined if it is more than six days away. */
    relativeDay: (text: string, now: Date): string | undefined => {
      if (timeOf(text) === undefined) return undefined;
      const days = (Date.parse(dayOf(text, timeZone)) - Date.parse(dateOf(now, timeZone))) / DAY_MS;
      relative ??= new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
      return Math.abs(days) <= MOST_RELATIVE_DAYS ? relative.format(days, 'day') : undefined;
    },
    /** A day. A date given at midnight is the same day in every time zone. */
    calendarDate,
    /** Day and time, in the user's time zone. */
    moment,
    /** When a visit is: "Thursday, December 3, 8:00 – 10:00 AM". Days have no time, and this year goes without saying. */
    period: ({ created_at: from = '', ends_at: to }: ServiceOrderEvent, now: Date): string | undefined => {
      const day = calendarDateOf(from);
      const [start, end] = [from, to].map((text = '') =>
        timeOf(day && timeOf(text) ? dayOf(text, timeZone) : text),
      );
      if (start === undefined) return undefined;
      const isOtherYear = dayOf(from, timeZone).slice(0, 4) !== dateOf(now, timeZone).slice(0, 4);
      const chosen = periods[day ? 'days' : 'times'][isOtherYear ? 1 : 0]();
      return unbroken(
        end !== undefined && end > start ? chosen.formatRange(start, end) : chosen.format(start),
      );
    },
    /** What a search for a date looks in: the date as it is shown, and as customers may type it. */
    searchable: (text: string, as: 'calendarDate' | 'moment'): string[] => {
      const time = timeOf(text);
      if (time === undefined) return [text];
      const isoDay = as === 'moment' && !DATE.test(text) ? dateOf(time, timeZone) : dayOf(text, timeZone);
      const days = typedDays.get(isoDay) ?? typed(isoDay);
      typedDays.set(isoDay, days);
      return [(as === 'moment' ? moment : calendarDate)(text) ?? '', ...days];
    },
  };
};

export type DateFormats = ReturnType<typeof dateFormats>;

// A list shows hundreds of dates.
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
  /** Adds "yesterday" to a date near to today. */
  isRelative?: boolean;
}

/** A date in the user's locale; a dash if it is missing. */
export const DateValue = ({ text, as, isRelative = false }: DateValueProps) => {
  const formats = useDateFormats();
  const formatted = text && formats[as](text);
  return formatted ? (
    <>
      <time dateTime={normalizeTimestamp(text)}>
        <Marked text={formatted} />
      </time>
      {isRelative && <RelativeDay text={text} />}
    </>
  ) : (
    <TextValue text={text} />
  );
};

/** When an event takes place, in the user's locale. */
export const Period = ({ event }: { event: ServiceOrderEvent }) => {
  const { period } = useDateFormats();
  return <time dateTime={normalizeTimestamp(event.created_at)}>{period(event, useNow())}</time>;
};

/** Not printed: on paper, "yesterday" is soon wrong. */
export const RelativeDay = ({ text = '' }: { text: string | undefined }) => {
  const { relativeDay } = useDateFormats();
  const relative = relativeDay(text, useNow());
  return relative ? <Box component="span" sx={{ displayPrint: 'none' }}>{`\u00a0· ${relative}`}</Box> : null;
};
