import { generateIcsCalendar, type IcsEvent } from 'ts-ics';
import type { Upcoming } from './upcoming';

const DAY = /^\d{4}-\d{2}-\d{2}(?:T00:00(?::00(?:\.0+)?)?(?:Z|[+-]00:00)?)?$/;

interface CalendarOrder {
  number: string | undefined;
  /** The address of the order's screen. */
  url: string;
  brand: string;
}

/**
 * Writes dates of an order as an iCalendar file (RFC 5545): a day as an all-day event, a time as one of one hour.
 * @param stamp when the file is made
 */
export const calendarFile = (dates: readonly Upcoming[], order: CalendarOrder, stamp: Date): string =>
  generateIcsCalendar({
    version: '2.0',
    prodId: `-//${order.brand}//Orders//EN`,
    events: dates.map(({ title, at }, index): IcsEvent => ({
      uid: `${order.number ?? 'order'}-${index}-${new Date(at).getTime()}@${new URL(order.url).hostname}`,
      stamp: { date: stamp },
      start: { date: new Date(at), type: DAY.test(at) ? 'DATE' : 'DATE-TIME' },
      duration: DAY.test(at) ? { days: 1 } : { hours: 1 },
      summary: [title, order.number].filter(Boolean).join(' · '),
      url: order.url,
    })),
  });
