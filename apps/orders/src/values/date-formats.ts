import { useLocale } from '@portal/theme';
import { parseTimestamp } from './timestamp';

/** A date without a time. */
const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** A date, or midnight of one: an ERP writes the calendar date "4 March" as midnight UTC. */
const CALENDAR_DATE = /^(\d{4}-\d{2}-\d{2})(?:T00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

/** Writes an ISO 8601 text for the user; undefined where it cannot be read. */
export type DateFormat = (text: string) => string | undefined;

interface DateFormats {
  calendarDate: DateFormat;
  moment: DateFormat;
}

/**
 * How dates are written (specification section 9: in the user's locale format).
 * @param locale BCP 47 tag; the user's own when left out
 * @param timeZone IANA name; the user's own when left out
 * @returns `calendarDate` writes a day, which stays the same day in every time zone when it is given at midnight;
 *   `moment` writes day and time in the user's time zone
 */
export const dateFormats = (locale?: string, timeZone?: string): DateFormats => {
  const format = (options: Intl.DateTimeFormatOptions): DateFormat => {
    const { format: write } = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', ...options });
    return (text) => {
      const moment = parseTimestamp(text);
      return moment && write(moment);
    };
  };
  const sameDayEverywhere = format({ timeZone: 'UTC' });
  const day = format({});
  const dayAndTime = format({ timeStyle: 'short' });

  return {
    calendarDate: (text) => {
      const date = CALENDAR_DATE.exec(text)?.[1];
      return date ? sameDayEverywhere(date) : day(text);
    },
    moment: (text) => (DATE.test(text) ? sameDayEverywhere(text) : dayAndTime(text)),
  };
};

// They take long to make, and a list has hundreds of dates.
const made = new Map<string | undefined, DateFormats>();

/** As dates are written in this portal. */
export const useDateFormats = (): DateFormats => {
  const locale = useLocale();
  const formats = made.get(locale) ?? dateFormats(locale);
  made.set(locale, formats);
  return formats;
};
