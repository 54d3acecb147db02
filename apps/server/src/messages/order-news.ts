import type { OrderChange } from '../database/schema';
import type { I18n } from '@portal/texts/i18n';
import { isOtherStatus, joinChanges } from '../orders/order-changes';
import type { OrderDescription } from '../orders/order-store';
import type { Content, Context, CustomerContext } from './message';
import { canReply, gsmText, roomFor, shorten } from './sms';
import { createTimes } from './times';

/** An event as it is stored. */
export type OrderEvent = OrderDescription['events'][number];

export interface OrderNews {
  orderNbr: string;
  /** The most important news: the new status, or the newest event. */
  headline: string;
  title: string;
  /** The summaries of new events, newest first. */
  events: string[];
  /** The first of them as it is now; undefined if there is none, or no longer. */
  newest?: OrderEvent | undefined;
  /** What is planned next: an event, or else the date of the order itself. */
  visit?: OrderEvent | undefined;
}

/** A text of the ERP without line breaks, and without controls, which could reorder the words around it. */
export const oneLine = (text: string) =>
  text
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** More would be a mail that Gmail clips, at 102 KB. */
export const MOST_ORDERS = 10;

const LONGEST_LINE = 200;

/** A field of the ERP, which may be of any length. */
export const lineOf = (text: string | null | undefined): string => shorten(oneLine(text ?? ''), LONGEST_LINE);

const LONGEST_PART = 60;

/** The statuses that the portal can translate. Others, which an ERP may have in any language, stay as they are. */
const STATUSES = new Set([
  /*i18n*/ 'Open',
  /*i18n*/ 'On Hold',
  /*i18n*/ 'Hold',
  /*i18n*/ 'In Process',
  /*i18n*/ 'Invoiced',
  /*i18n*/ 'Completed',
  /*i18n*/ 'Closed',
  /*i18n*/ 'Canceled',
  /*i18n*/ 'Cancelled',
]);

const statusIn = (status: string, i18n: I18n): string => (STATUSES.has(status) ? i18n.t(status) : status);

/** When an event was written, or will be: both spellings are accepted (specification section 3). */
export const startOf = ({ created_at, createdDateTime }: OrderEvent): string =>
  created_at ?? createdDateTime ?? '';

const momentOf = (event: OrderEvent): number => Date.parse(startOf(event)) || 0;

const CANCELED = /^(?:cancell?ed|rejected|void(?:ed)?)$/i;

/** The first event that is not over; without one, the future date of the order. Nobody comes for a canceled order. */
const nextOf = (
  { status, date, events }: OrderDescription,
  isAhead: (timestamp: string) => boolean,
): OrderEvent | undefined => {
  if (CANCELED.test(status ?? '')) return undefined;
  const [next] = events
    .filter((event) => isAhead(startOf(event)) || isAhead(event.ends_at ?? ''))
    .sort((one, other) => momentOf(one) - momentOf(other));
  return next ?? (date && isAhead(date) ? { created_at: date } : undefined);
};

/** The news about a customer's orders as they are now. An order that is back to its former status has none. */
export const newsOf = (
  changes: readonly OrderChange[],
  orders: readonly OrderDescription[],
  { config, i18n, now }: Pick<Context, 'config' | 'i18n'> & { now: Date },
): OrderNews[] => {
  const { isAhead } = createTimes(i18n.language, config.timeZone);
  const described = new Map(orders.map((order) => [order.orderNbr, order]));
  return joinChanges(changes).flatMap(({ orderNbr, statusBefore, newEvents }) => {
    const order = described.get(orderNbr);
    if (!order) return [];
    const status =
      statusBefore !== undefined && isOtherStatus(statusBefore, order.status) ? order.status : null;
    const events = newEvents
      .map((summary) => lineOf(summary) || i18n.t('New entry in the event log'))
      .reverse();
    const headline = status ? statusIn(lineOf(status), i18n) : events[0];
    if (headline === undefined) return [];
    const stored = order.events.toSorted((one, other) => momentOf(other) - momentOf(one));
    return [
      {
        orderNbr,
        headline,
        title: lineOf(order.description) || i18n.t('Service order'),
        events,
        // The change names events by their summaries alone: the outbox keeps no text of theirs.
        newest: stored.find(({ summary = null }) => summary === newEvents.at(-1)),
        visit: nextOf(order, (timestamp) => isAhead(timestamp, now)),
      },
    ];
  });
};

const summaryOf = ({ headline, title, orderNbr }: OrderNews) =>
  `${shorten(headline, LONGEST_PART)}: ${shorten(title, LONGEST_PART)} (${orderNbr})`;

const newsAbout = (count: number, i18n: I18n): string =>
  i18n.t(
    '{count, plural, one {News about # of your service orders} other {News about # of your service orders}}',
    { count },
  );

/** The subject of a mail, such as `Completed: Boiler makes a knocking noise (000019)`. */
export const subjectOf = (news: readonly OrderNews[], i18n: I18n): string => {
  const [first, ...others] = news;
  return first && others.length === 0 ? summaryOf(first) : newsAbout(news.length, i18n);
};

/** A text message of one segment where the alphabet allows it. The end, which has the link, is never shortened. */
const smsText = (middle: string, end: string, { config, i18n }: Context): string => {
  const start = `${config.brand.name}: `;
  const stop = canReply(config) ? gsmText(`\n${i18n.t('Reply STOP to end.')}`) : '';
  const others = gsmText(`${start}${end}${stop}`);
  const part = gsmText(middle);
  return `${gsmText(start)}${shorten(part, Math.max(12, roomFor(part, others)), '...')}${gsmText(end)}${stop}`;
};

/** The text message about changed orders. */
export const newsSms = (
  news: readonly OrderNews[],
  context: Pick<CustomerContext, keyof Context | 'links'>,
): Content => {
  const { links, i18n } = context;
  const [first, ...others] = news;
  const text =
    first && others.length === 0
      ? smsText(
          `${first.headline}: ${first.title}`,
          ` (${first.orderNbr}) ${links.order(first.orderNbr)}`,
          context,
        )
      : smsText(`${newsAbout(news.length, i18n)}.`, ` ${links.orders}`, context);
  return { subject: subjectOf(news, i18n), text };
};

/** The subject of a test message. */
export const testSubject = ({ config, i18n }: Context): string =>
  i18n.t('A test message from {brand}', { brand: config.brand.name });

/** The test text message. */
export const testSms = (context: Context): Content => ({
  subject: testSubject(context),
  text: smsText(
    context.i18n.t('This is a test. News about your service orders will look like this.'),
    '',
    context,
  ),
});
