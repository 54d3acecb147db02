import { calendarDateOf, unbroken } from '@portal/api/wire';

const DAY: Intl.DateTimeFormatOptions = { weekday: 'long', month: 'long', day: 'numeric' };

/** How messages write times: in TIME_ZONE. Without it, in the server's time zone, which they then name. */
export const createTimes = (language: string, timeZone: string | undefined) => {
  const clock: Intl.DateTimeFormatOptions = {
    hour: 'numeric',
    minute: '2-digit',
    ...(timeZone ? { timeZone } : { timeZoneName: 'short' }),
  };
  const day = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' });
  const formatOf = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options);

  /** A day and its time: "Thursday, December 3 at 8:00 AM". A calendar date has none. */
  const moment = (timestamp: string): string => {
    const date = calendarDateOf(timestamp);
    return date
      ? formatOf({ ...DAY, timeZone: 'UTC' }).format(new Date(date))
      : formatOf({ ...DAY, ...clock }).format(new Date(timestamp));
  };

  return {
    /** "10:42 AM" */
    clock: (time: Date): string => formatOf(clock).format(time),

    moment,

    /** "Thursday, December 3, 8:00 – 10:00 AM" */
    window: (start: string, end: string | undefined): string =>
      end === undefined || calendarDateOf(start) || Date.parse(end) <= Date.parse(start)
        ? moment(start)
        : unbroken(formatOf({ ...DAY, ...clock }).formatRange(new Date(start), new Date(end))),

    /** Whether a time is in the future. A calendar date is ahead until it begins. */
    isAhead: (timestamp: string, now: Date): boolean => {
      const date = calendarDateOf(timestamp);
      return date ? date > day.format(now) : Date.parse(timestamp) > now.getTime();
    },
  };
};
