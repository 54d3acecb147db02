import { generateIcsCalendar, type IcsDuration, type IcsEvent } from 'ts-ics';
import { calendarDateOf } from '@portal/api';
import type { Upcoming } from './upcoming';

interface CalendarOrder {
  number: string | undefined;
  /** The address of the order's screen. */
  url: string;
  brand: string;
}

/** The start and duration of an event. An all-day event starts on the day that the screen shows. */
const periodOf = (at: string): Pick<IcsEvent, 'start'> & { duration: IcsDuration } => {
  const day = calendarDateOf(at);
  return day
    ? { start: { date: new Date(day), type: 'DATE' }, duration: { days: 1 } }
    : { start: { date: new Date(at), type: 'DATE-TIME' }, duration: { hours: 1 } };
};

/** ts-ics escapes no carriage return, and nothing in `PRODID`, where they would begin a line of their own. */
const inOneLine = (text: string): string => text.replace(/\s+/g, ' ');

/** Writes dates of an order as an iCalendar file (RFC 5545) that is made at `stamp`. */
export const calendarFile = (dates: readonly Upcoming[], order: CalendarOrder, stamp: Date): string =>
  generateIcsCalendar({
    version: '2.0',
    prodId: inOneLine(`-//${order.brand}//Orders//EN`),
    events: dates.map(({ title, at }, index): IcsEvent => ({
      uid: inOneLine(
        `${order.number ?? 'order'}-${index}-${new Date(at).getTime()}@${new URL(order.url).hostname}`,
      ),
      stamp: { date: stamp },
      ...periodOf(at),
      summary: inOneLine([title, order.number].filter(Boolean).join(' · ')),
      url: order.url,
    })),
  });
