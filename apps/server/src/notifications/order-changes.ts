import type { OrderRecord } from '../orders/order-record';

/** A change of an order, as a message reports it. */
export interface OrderChange {
  orderNbr: string;
  /** The status before, if it changed; null when there was none. */
  statusBefore?: string | null;
  /** The summaries of new events, oldest first; null for an event without one. */
  newEvents: (string | null)[];
}

/** The parts of an order that are compared to find a change. */
export type OrderState = Pick<OrderRecord, 'Status' | 'events'>;

type OrderEvent = Pick<OrderRecord['events'][number], 'summary' | 'created_at' | 'createdDateTime'>;

/** NaN for an event without a time, so that it matches no other by moment. */
const momentOf = ({ created_at, createdDateTime }: OrderEvent) =>
  Date.parse(created_at ?? createdDateTime ?? '');

/** ERPs write one status in several ways. */
export const isOtherStatus = (before: string | null | undefined, now: string | null | undefined): boolean =>
  Boolean(now) && before?.toLowerCase() !== now?.toLowerCase();

/** Removes from both lists the pairs that match. */
const withoutPairs = (
  before: readonly OrderEvent[],
  after: readonly OrderEvent[],
  match: (one: OrderEvent, other: OrderEvent) => boolean,
) => {
  const left = [...before];
  const added = after.filter((event) => {
    const index = left.findIndex((known) => match(known, event));
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
  return { left, added };
};

const sameSummary = (one: OrderEvent, other: OrderEvent) => one.summary === other.summary;
const sameMoment = (one: OrderEvent, other: OrderEvent) => momentOf(one) === momentOf(other);

const byMoment = (one: OrderEvent, other: OrderEvent) => (momentOf(one) || 0) - (momentOf(other) || 0);

/** Events have no id: one with a known summary or a known moment is a corrected event, not a new one. */
const newEvents = (before: readonly OrderEvent[], after: readonly OrderEvent[]) => {
  const unchanged = withoutPairs(
    before,
    after,
    (one, other) => sameSummary(one, other) && sameMoment(one, other),
  );
  const moved = withoutPairs(unchanged.left, unchanged.added, sameSummary);
  const renamed = withoutPairs(moved.left, moved.added, sameMoment);
  return renamed.added.sort(byMoment);
};

/**
 * Finds a change worth a message: another status, or a new event. Other descriptions, dates and time stamps, and
 * corrected or removed events are not worth one.
 * @returns undefined when there is nothing to report
 */
export const changeOf = (
  orderNbr: string,
  before: OrderState,
  after: OrderState,
): OrderChange | undefined => {
  const events = newEvents(before.events, after.events);
  const isChanged = isOtherStatus(before.Status, after.Status);
  if (!isChanged && events.length === 0) return undefined;
  return {
    orderNbr,
    ...(isChanged && { statusBefore: before.Status ?? null }),
    newEvents: events.map(({ summary }) => summary ?? null),
  };
};

/**
 * Merges the changes of each order into one: its status before the first change, and all new events.
 * @param changes oldest first
 */
export const joinChanges = (changes: readonly OrderChange[]): OrderChange[] => {
  const joined = new Map<string, OrderChange>();
  for (const change of changes) {
    const earlier = joined.get(change.orderNbr);
    joined.set(
      change.orderNbr,
      earlier ? { ...change, ...earlier, newEvents: [...earlier.newEvents, ...change.newEvents] } : change,
    );
  }
  return [...joined.values()];
};
