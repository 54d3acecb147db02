import {
  dateFormat,
  dayOf,
  formatPeriod,
  isDate,
  timeOf,
  wallClock,
  type ServiceOrderEvent,
} from '@portal/api';

/** How to write dates (specification section 9): words in the page's language, times in the company's time zone. */
export interface DateStyle {
  /** The user's locale; undefined for the browser's own. */
  locale?: string | undefined;
  /** The company's time zone. */
  timeZone?: string | undefined;
  /** The page's language. */
  language: string;
  /** The time zone of the device, if it is not the browser's own. */
  deviceZone?: string;
}

const DAY_MS = 86_400_000;

/** A day. A date is the same day in every time zone. */
export const formatDay = (text: string, { locale, timeZone }: DateStyle): string | undefined => {
  const time = timeOf(text);
  if (time === undefined) return undefined;
  return dateFormat(locale, { dateStyle: 'medium', timeZone: isDate(text) ? 'UTC' : timeZone }).format(time);
};

/** Whether the clock of the device shows another time, so that the company's time zone must be named. */
const isElsewhere = (time: number, { timeZone, deviceZone }: DateStyle): boolean =>
  timeZone !== undefined && wallClock(time, timeZone) !== wallClock(time, deviceZone);

/** Day and time. A date has none. */
export const formatMoment = (text: string, style: DateStyle): string | undefined => {
  const time = timeOf(text);
  if (time === undefined || isDate(text)) return formatDay(text, style);
  const { locale, timeZone } = style;
  const written = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(time);
  if (!isElsewhere(time, style)) return written;
  const parts = dateFormat(locale, { hour: 'numeric', timeZone, timeZoneName: 'short' }).formatToParts(time);
  return `${written} ${parts.find(({ type }) => type === 'timeZoneName')?.value}`;
};

/** A moment in few words: one of this year without the year, any other without the time. */
export const formatBriefly = (text: string, style: DateStyle, now = new Date()): string | undefined => {
  const { locale, timeZone } = style;
  const time = timeOf(text);
  const yearOf = (timestamp: string) => dayOf(timestamp, timeZone).slice(0, 4);
  if (time === undefined || isDate(text) || yearOf(text) !== yearOf(now.toISOString()))
    return formatDay(text, style);
  return dateFormat(locale, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    ...(isElsewhere(time, style) && { timeZoneName: 'short' }),
  }).format(time);
};

/** Days farther away are easier to read as dates. */
const MOST_RELATIVE_DAYS = 6;

/** The day as seen from `now`, such as "yesterday"; undefined if it is more than six days away. */
export const formatRelativeDay = (
  text: string,
  now: Date,
  { timeZone, language }: DateStyle,
): string | undefined => {
  if (timeOf(text) === undefined) return undefined;
  const midnightOf = (timestamp: string) => Date.parse(dayOf(timestamp, timeZone));
  const days = (midnightOf(text) - midnightOf(now.toISOString())) / DAY_MS;
  if (Math.abs(days) > MOST_RELATIVE_DAYS) return undefined;
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day');
};

/** The page's language with the region and digits of the user's locale, for dates with words: `en-DE`. */
export const localeOfWords = ({ locale, language }: DateStyle): string => {
  const { region, numberingSystem } = new Intl.Locale(
    locale ?? dateFormat(undefined, {}).resolvedOptions().locale,
  ).maximize();
  return new Intl.Locale(language, {
    ...(region && { region }),
    ...(numberingSystem && { numberingSystem }),
  }).toString();
};

/** When a visit is, such as "Thursday, December 3, 8:00 – 10:00 AM"; `shown` shortens it. */
export const formatVisit = (
  visit: ServiceOrderEvent,
  now: Date,
  style: DateStyle,
  shown: Pick<Parameters<typeof formatPeriod>[2], 'width' | 'only'> = {},
): string | undefined =>
  formatPeriod(visit, now, {
    locale: localeOfWords(style),
    timeZone: style.timeZone,
    isElsewhere: (time) => isElsewhere(time, style),
    ...shown,
  });
