import { calendarDateOf, type ServiceOrder, type ServiceOrderEvent } from '@portal/api';
import { generateIcsCalendar, type IcsDateObject, type IcsEvent } from 'ts-ics';
import { dayOf, timeOf } from '../values/dates';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The start and end of an event. An all-day event is on the days that the screen shows; its end is the day after (RFC 5545). */
const periodOf = ({
  created_at: from = '',
  ends_at: to,
}: ServiceOrderEvent): { start: IcsDateObject; end: IcsDateObject } => {
  const day = calendarDateOf(from);
  const [start, end] = day
    ? [Date.parse(day), timeOf(to) && Date.parse(dayOf(to ?? '')) + DAY_MS]
    : [timeOf(from) ?? 0, timeOf(to)];
  const type = day ? 'DATE' : 'DATE-TIME';
  const last = end !== undefined && end > start ? end : start + (day ? DAY_MS : HOUR_MS);
  return { start: { date: new Date(start), type }, end: { date: new Date(last), type } };
};

/** ts-ics escapes no carriage return, and nothing in `PRODID`, where they would begin a line of their own. */
const inOneLine = (text: string): string => text.replace(/\s+/g, ' ');

/** Writes an event of an order, whose screen is at `url`, as an iCalendar file (RFC 5545) that is made at `stamp`. */
export const calendarFile = (
  event: ServiceOrderEvent,
  { ServiceOrderNbr: number, Description: description }: ServiceOrder,
  { url, brand }: { url: string; brand: string },
  stamp: Date,
): string => {
  const period = periodOf(event);
  const entry: IcsEvent = {
    uid: inOneLine(`${number ?? 'order'}-${period.start.date.getTime()}@${new URL(url).hostname}`),
    stamp: { date: stamp },
    ...period,
    summary: inOneLine([event.summary ?? description, number].filter(Boolean).join(' · ')),
    description: [description, event.created_by, url]
      .flatMap((text) => (text ? [inOneLine(text)] : []))
      .join('\n'),
    url,
  };
  return generateIcsCalendar({
    version: '2.0',
    prodId: inOneLine(`-//${brand}//Orders//EN`),
    events: [entry],
  });
};
