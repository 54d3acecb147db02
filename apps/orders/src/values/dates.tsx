import {
  dateFormat,
  dayOf,
  formatPeriod,
  isDate,
  normalizeTimestamp,
  timeOf,
  wallClock,
  type ServiceOrderEvent,
} from '@portal/api';
import { Box, useBrand, useLocale } from '@portal/theme';
import { useSyncExternalStore } from 'react';
import { useI18n } from '../texts';
import { Marked, TextValue } from './text-value';
import { typedDay } from './typed-day';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const everyMinute = (check: () => void): (() => void) => {
  const timer = setInterval(check, MINUTE_MS);
  return () => clearInterval(timer);
};

/** The current time. Renders again each minute, so that "yesterday" stays true, and no visit is next that is over. */
export const useNow = (): Date => {
  useSyncExternalStore(everyMinute, () => Math.floor(Date.now() / MINUTE_MS));
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

/**
 * The date formats of a locale (specification section 9). Words such as "yesterday" are in `language`. Times are those of
 * the company's `timeZone`, which is named where the device's clock shows another time.
 */
export const dateFormats = (locale?: string, timeZone?: string, language = 'en', deviceZone?: string) => {
  const isElsewhere = (time: number): boolean =>
    timeZone !== undefined && wallClock(time, timeZone) !== wallClock(time, deviceZone);
  const zoneName = (time: number): string | undefined =>
    dateFormat(locale, { hour: 'numeric', timeZone, timeZoneName: 'short' })
      .formatToParts(time)
      .find(({ type }) => type === 'timeZoneName')?.value;

  const day = (text: string): string | undefined => {
    const time = timeOf(text);
    const format = dateFormat(locale, { dateStyle: 'medium', timeZone: isDate(text) ? 'UTC' : timeZone });
    return time === undefined ? undefined : format.format(time);
  };

  const moment = (text: string): string | undefined => {
    const time = timeOf(text);
    if (time === undefined || isDate(text)) return day(text);
    const written = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(time);
    return isElsewhere(time) ? `${written} ${zoneName(time)}` : written;
  };

  let relative: Intl.RelativeTimeFormat | undefined;
  const relativeDay = (text: string, now: Date): string | undefined => {
    if (timeOf(text) === undefined) return undefined;
    const dayTimeOf = (timestamp: string) => Date.parse(dayOf(timestamp, timeZone));
    const days = (dayTimeOf(text) - dayTimeOf(now.toISOString())) / DAY_MS;
    if (Math.abs(days) > MOST_RELATIVE_DAYS) return undefined;
    relative ??= new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
    return relative.format(days, 'day');
  };

  // Creating a locale is slow.
  let wordLocale: string | undefined;
  const localeOfWords = (): string => (wordLocale ??= worded(locale, language));

  // Many orders share a day.
  const typedDays = new Map<string, string[]>();
  const searchable = (text: string): string[] => {
    const shown = moment(text);
    if (shown === undefined) return [text];
    const isoDay = dayOf(text, timeZone);
    const days = typedDays.get(isoDay) ?? typedDay(isoDay, locale, localeOfWords());
    typedDays.set(isoDay, days);
    return [shown, ...days];
  };

  return {
    /** The company's time zone. */
    timeZone,
    /** A day. A date is the same day in every time zone. */
    day,
    /** Day and time. A date has none. */
    moment,
    /** The day as seen from `now`, such as "yesterday"; undefined if it is more than six days away. */
    relativeDay,
    /** When a visit is, such as "Thursday, December 3, 8:00 – 10:00 AM". */
    period: (event: ServiceOrderEvent, now: Date): string | undefined =>
      formatPeriod(event, now, { locale: localeOfWords(), timeZone, isElsewhere }),
    /** What a search for a date looks in: the date as it is shown, and as customers may type it. */
    searchable,
  };
};

export type DateFormats = ReturnType<typeof dateFormats>;

// A list shows hundreds of dates.
const formatsByKey = new Map<string, DateFormats>();

/** Dates are in the user's locale, words in the page's language, times in the company's time zone. */
export const useDateFormats = (): DateFormats => {
  const locale = useLocale();
  const { timeZone } = useBrand();
  const { language } = useI18n();
  const key = `${locale} ${timeZone} ${language}`;
  const formats = formatsByKey.get(key) ?? dateFormats(locale, timeZone, language);
  formatsByKey.set(key, formats);
  return formats;
};

interface DateValueProps {
  /** An unreadable text is shown as it is, because it may say more than a dash. */
  text: string | undefined;
  as: 'day' | 'moment';
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
