import { kindOf, type Kinded } from './event';
import { dateFormat, dayOf, isAhead, isCurrent, wallClock } from './time-zone';
import { calendarDateOf, isDate, timeOf } from './timestamp';

type Text = string | null | undefined;

/** The fields of an event that say when it takes place. */
type Planned = Kinded & { [Field in 'created_at' | 'createdDateTime' | 'ends_at']?: string | undefined };

/** When an event was written, or will be: both spellings are accepted (specification section 3). */
export const startOf = ({ created_at, createdDateTime }: Planned): string =>
  created_at ?? createdDateTime ?? '';

/** Whether an event is planned: it begins later, or goes on. On its day, a date needs a status that says so. */
export const isUpcoming = (event: Planned, now: Date, timeZone?: string): boolean => {
  const start = startOf(event);
  if (timeOf(start) === undefined) return false;
  return (
    isAhead(start, now, timeZone) ||
    isCurrent(event.ends_at, now, timeZone) ||
    (kindOf(event) === 'planned' && isCurrent(start, now, timeZone))
  );
};

/** Whether the status of an order or event calls the work off, regardless of case. */
export const isCanceled = (status: Text): boolean =>
  /^(?:cancell?ed|rejected|void(?:ed)?)$/i.test(status ?? '');

/** The first planned event of an order; without one, its own future date. Nobody comes for what is canceled. */
export const nextVisit = <Event extends Planned>(
  { status, date, events }: { status: Text; date: Text; events: readonly Event[] },
  now: Date,
  timeZone?: string,
): Event | { created_at: string } | undefined => {
  if (isCanceled(status)) return undefined;
  const [next] = events
    .filter((event) => !isCanceled(event.status) && isUpcoming(event, now, timeZone))
    .sort((one, other) => Number(timeOf(startOf(one))) - Number(timeOf(startOf(other))));
  const own = calendarDateOf(date ?? '') ?? date ?? '';
  if (next || !isAhead(own, now, timeZone)) return next;
  const isMidnight = wallClock(timeOf(own) ?? 0, timeZone).endsWith('00:00');
  return { created_at: isMidnight ? dayOf(own, timeZone) : own };
};

const pointOf = (timestamp: string) => {
  const time = timeOf(timestamp);
  return time === undefined ? undefined : { time, isDay: isDate(timestamp) };
};

/** When a visit begins, if it is readable, and when it ends, if that is later. The `time` of a day is its midnight in UTC. */
export const periodOf = (visit: Planned, timeZone?: string) => {
  const from = startOf(visit);
  const start = pointOf(from);
  if (!start) return undefined;
  const { ends_at: to = '' } = visit;
  const end = pointOf(start.isDay && timeOf(to) ? dayOf(to, timeZone) : to);
  const isLater = end?.isDay ? dayOf(to, timeZone) > dayOf(from, timeZone) : end && end.time > start.time;
  return isLater ? { start, end } : { start };
};

interface Reader {
  locale: string;
  timeZone: string | undefined;
  /** Whether the reader's clock may show another time, so that the zone must be named. */
  isElsewhere: (time: number) => boolean;
  /** Shortens names of days and months. */
  width?: 'long' | 'short';
  /** Writes only this part. A day has no time, and a visit of several days only days. */
  only?: 'day' | 'time';
}

/** When a visit is: "Thursday, December 3, 8:00 – 10:00 AM". This year goes without saying. */
export const formatPeriod = (
  visit: Planned,
  now: Date,
  { locale, timeZone, isElsewhere, width = 'long', only }: Reader,
): string | undefined => {
  const period = periodOf(visit, timeZone);
  if (!period) return undefined;
  const { start, end = start } = period;
  const dayAt = ({ time }: typeof start) => wallClock(time, timeZone).slice(0, 10);
  if (only === 'time' && (start.isDay || dayAt(start) !== dayAt(end))) return undefined;
  const yearOf = (timestamp: string) => dayOf(timestamp, timeZone).slice(0, 4);
  const isZoneNamed = isElsewhere(start.time) || isElsewhere(end.time);
  const formatOf = ({ isDay }: typeof start) =>
    dateFormat(locale, {
      ...(only !== 'time' && { weekday: width, month: width, day: 'numeric' }),
      ...(only !== 'time' && yearOf(startOf(visit)) !== yearOf(now.toISOString()) && { year: 'numeric' }),
      ...(only !== 'day' && !isDay && { hour: 'numeric', minute: '2-digit' }),
      ...(only !== 'day' && !isDay && isZoneNamed && { timeZoneName: 'short' }),
      timeZone: isDay ? 'UTC' : timeZone,
    });
  const written =
    start.isDay === end.isDay
      ? formatOf(start).formatRange(start.time, end.time)
      : `${formatOf(start).format(start.time)} – ${formatOf(end).format(end.time)}`;
  // Times stay on one line.
  const spaced =
    only === 'day' ? written : written.replace(/\s(?=–)|(?<=–)\s|(?<=\p{Nd}{2})\s(?=\p{L})/gu, '\u00a0');
  // Lines may break after a dash, even before a no-break space.
  return spaced.replaceAll('–', '–\u2060');
};
