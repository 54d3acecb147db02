import type { OrderDescription } from '../orders/order-store';
import { gsmText, roomFor, shorten } from './gsm-text';
import { isOtherStatus, joinChanges, type OrderChange } from './order-changes';

/** The news about one order, in the words of its customer. */
export interface OrderNews {
  orderNbr: string;
  /** The most important news: the new status, or the newest event. */
  headline: string;
  /** As the order is named in a sentence. */
  title: string;
  /** The summaries of new events, newest first; without the headline. */
  events: string[];
}

/** Subjects and text messages have no line breaks. */
const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

const LONGEST_PART = 60;

/**
 * The news about a customer's orders. An order that is back to its former status has none.
 * @param orders the orders as they are now
 */
export const newsOf = (changes: readonly OrderChange[], orders: readonly OrderDescription[]): OrderNews[] => {
  const described = new Map(orders.map((order) => [order.orderNbr, order]));
  return joinChanges(changes).flatMap(({ orderNbr, statusBefore, newEvents }) => {
    const order = described.get(orderNbr);
    if (!order) return [];
    const status =
      statusBefore !== undefined && isOtherStatus(statusBefore, order.status) ? order.status : null;
    const events = newEvents
      .map((summary) => oneLine(summary ?? '') || 'New entry in the event log')
      .reverse();
    const [headline, ...others] = status ? [oneLine(status), ...events] : events;
    if (headline === undefined) return [];
    return [
      { orderNbr, headline, title: oneLine(order.description ?? '') || 'Service order', events: others },
    ];
  });
};

const summaryOf = ({ headline, title, orderNbr }: OrderNews) =>
  `${shorten(headline, LONGEST_PART)}: ${shorten(title, LONGEST_PART)} (${orderNbr})`;

/** The subject of a mail, such as `Completed: Boiler makes a knocking noise (000019)`. */
export const subjectOf = (news: readonly OrderNews[]): string => {
  const [first, ...others] = news;
  return first && others.length === 0 ? summaryOf(first) : `News about ${news.length} of your service orders`;
};

const STOP = 'Reply STOP to end.';

/** A text message of one segment where the alphabet allows it. The link is never shortened. */
const smsText = (start: string, middle: string, end: string): string => {
  const others = gsmText(`${start}${end}\n${STOP}`);
  const part = gsmText(middle);
  return `${gsmText(start)}${shorten(part, Math.max(12, roomFor(part, others)), '...')}${gsmText(end)}\n${STOP}`;
};

/** The text message about changed orders. */
export const newsSms = (
  news: readonly OrderNews[],
  { brand, link }: { brand: string; link: (news: readonly OrderNews[]) => string },
): string => {
  const [first, ...others] = news;
  return first && others.length === 0
    ? smsText(`${brand}: `, `${first.headline}: ${first.title}`, ` (${first.orderNbr}) ${link(news)}`)
    : smsText(`${brand}: `, `News about ${news.length} of your service orders.`, ` ${link(news)}`);
};

/** The subject of a message that a customer asked for. */
export const testSubject = (brand: string): string => `A test message from ${brand}`;

/** The text message that a customer asked for. */
export const testSms = (brand: string): string =>
  smsText(`${brand}: `, 'This is a test. News about your service orders arrive like this.', '');
