import { formatPeriod, isCanceled, kindOf, nextVisit, startOf } from '@portal/api/wire';
import type { OrderChange } from '../platform/database/schema';
import type { I18n } from '@portal/texts/i18n';
import { isOtherStatus, isUnderway, joinChanges } from '../orders/records/order-changes';
import type { OrderDescription } from '../orders/records/order-store';
import type { CustomerContext } from './message';
import { shorten } from './sms/sms';

/** An event as it is stored. */
export type OrderEvent = OrderDescription['events'][number];

export interface OrderNews {
  orderNbr: string;
  /** The most important news: what needs the customer's answer, who is on the way, the new status, the newest event, or a reminder. */
  headline: string;
  needsAnswer?: boolean;
  /** The new status of an order whose headline is a question. */
  status?: string | undefined;
  title: string;
  /** The summaries of new events: the question, then the newest. */
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

const momentOf = (event: OrderEvent): number => Date.parse(startOf(event)) || 0;

type Clock = Pick<CustomerContext, 'config' | 'i18n' | 'now'>;

/** As the screen writes it. The reader may be in another time zone, so that it is named. */
export const visitTime = (visit: OrderEvent, { config, i18n, now }: Clock): string | undefined =>
  formatPeriod(visit, now, {
    locale: i18n.language,
    timeZone: config.brand.timeZone,
    isElsewhere: () => true,
  });

/** The latest that somebody hears of a visit the day before, with a day for quiet hours. */
const REMINDED_MS = 48 * 3_600_000;

/** Says when the next visit is; undefined if there is none soon, because it has moved since. */
const reminderOf = (visit: OrderEvent | undefined, clock: Clock): string | undefined => {
  if (!visit || momentOf(visit) > clock.now.getTime() + REMINDED_MS) return undefined;
  return clock.i18n.t('Reminder: {visit}', { visit: visitTime(visit, clock) ?? startOf(visit) });
};

/** The news about a customer's orders as they are now. An order that is back to its former status has none. */
export const newsOf = (
  changes: readonly OrderChange[],
  orders: readonly OrderDescription[],
  clock: Clock,
): OrderNews[] => {
  const { config, i18n, now } = clock;
  const described = new Map(orders.map((order) => [order.orderNbr, order]));
  const news = joinChanges(changes).flatMap(
    ({ orderNbr, statusBefore, newEvents, underway, reminds }): OrderNews[] => {
      const order = described.get(orderNbr);
      if (!order) return [];
      const isChanged = statusBefore !== undefined && isOtherStatus(statusBefore, order.status);
      const status = isChanged ? statusIn(lineOf(order.status), i18n) : undefined;
      const stored = order.events.toSorted((one, other) => momentOf(other) - momentOf(one));
      // The change names events by their summaries alone: the outbox keeps no text of theirs.
      const named = (summary?: string | null) =>
        stored.filter((event) => (event.summary ?? null) === summary);
      const summaries = newEvents.toReversed();
      const question = isCanceled(order.status)
        ? undefined
        : summaries.flatMap(named).find((event) => kindOf(event) === 'waiting');
      const asked = question && (question.summary ?? null);
      summaries.sort((one, other) => Number(other === asked) - Number(one === asked));
      const events = summaries.map(
        (summary) =>
          lineOf(summary ?? (summary === asked ? question?.status : '')) ||
          i18n.t('New entry in the event log'),
      );
      const visit = nextVisit(order, now, config.brand.timeZone);
      const arriving = stored.find((event) => isUnderway(event) && (event.summary ?? null) === underway);
      const arrival = arriving && [arriving.status, arriving.summary].map(lineOf).filter(Boolean).join(': ');
      const reminder = reminds && reminderOf(visit, clock);
      const headline = (question ? undefined : (arrival ?? status)) ?? events[0] ?? reminder;
      if (headline === undefined) return [];
      return [
        {
          orderNbr,
          headline,
          needsAnswer: question !== undefined,
          status: question && status,
          title: lineOf(order.description) || i18n.t('Service order'),
          events,
          newest: question ?? arriving ?? named(summaries[0])[0],
          visit,
        },
      ];
    },
  );
  return news.sort((one, other) => Number(other.needsAnswer) - Number(one.needsAnswer));
};
