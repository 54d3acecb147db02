import type { NotificationEvents } from '@portal/api/wire';
import type { OrderChange } from '../../platform/database/schema';
import type { OrderRecord } from './order-record';

/** The parts of an order that are compared to find a change. */
export type OrderState = Pick<OrderRecord, 'Status' | 'events'>;

/** The parts of an event that tell it from others. Events have no id. */
interface ComparedEvent {
  summary: string | undefined;
  /** NaN for an event without a time. */
  moment: number;
}

interface Compared {
  before: readonly ComparedEvent[];
  after: readonly ComparedEvent[];
}

const compared = (events: OrderState['events']): ComparedEvent[] =>
  events.map(({ summary, created_at, createdDateTime }) => ({
    summary,
    moment: Date.parse(created_at ?? createdDateTime ?? ''),
  }));

/** ERPs write one status in several ways. */
export const isOtherStatus = (before: string | null | undefined, now: string | null | undefined): boolean =>
  Boolean(now) && before?.toLowerCase() !== now?.toLowerCase();

/** The events without one for each of the others with the same key, in time linear to their length. */
const without = (
  events: readonly ComparedEvent[],
  others: readonly ComparedEvent[],
  keyOf: (event: ComparedEvent) => unknown,
) => {
  const counts = new Map<unknown, number>();
  for (const other of others) counts.set(keyOf(other), (counts.get(keyOf(other)) ?? 0) + 1);
  return events.filter((event) => {
    const count = counts.get(keyOf(event)) ?? 0;
    counts.set(keyOf(event), count - 1);
    return count <= 0;
  });
};

/** An event without a time matches no other by its moment. */
const momentOf = (event: ComparedEvent) => (Number.isNaN(event.moment) ? event : event.moment);
const summaryOf = (event: ComparedEvent) => event.summary;
const bothOf = (event: ComparedEvent) =>
  Number.isNaN(event.moment) ? event : `${event.moment} ${event.summary}`;

/** Two lists of events without those that both have. */
const different = (events: Compared, keyOf: (event: ComparedEvent) => unknown): Compared => ({
  before: without(events.before, events.after, keyOf),
  after: without(events.after, events.before, keyOf),
});

/** An event with a former summary or moment is a corrected event, not a new one. */
const newEvents = (before: OrderState['events'], after: OrderState['events']) => {
  const changed = different({ before: compared(before), after: compared(after) }, bothOf);
  const renamedOrNew = different(changed, summaryOf);
  const added = different(renamedOrNew, momentOf).after;
  return added.toSorted((one, other) => (one.moment || 0) - (other.moment || 0));
};

const UNDERWAY = /\bon (?:the|my|our|its|his|her|their) way\b|\ben route\b/i;

/** Whether an event says that somebody is on the way. */
export const isUnderway = ({ status }: { status?: string | undefined }): boolean =>
  UNDERWAY.test(status ?? '');

/** An event that says so now, and did not before. */
const underwayIn = (before: OrderState['events'], after: OrderState['events']) => {
  const known = new Set(before.filter(isUnderway).map(({ summary }) => summary));
  return after.filter(isUnderway).find(({ summary }) => !known.has(summary));
};

/** The summaries that no event has any more: of events that were removed, or became internal. */
export const lostSummaries = (before: OrderState, after: OrderState): string[] => {
  const left = new Set(after.events.map(({ summary }) => summary));
  return before.events.flatMap(({ summary }) =>
    summary === undefined || left.has(summary) ? [] : [summary],
  );
};

/** Finds a change worth a message: another status, somebody on the way, or a new event, neither corrected nor removed. */
export const changeOf = (
  orderNbr: string,
  before: OrderState,
  after: OrderState,
): OrderChange | undefined => {
  const events = newEvents(before.events, after.events);
  const isChanged = isOtherStatus(before.Status, after.Status);
  const underway = underwayIn(before.events, after.events);
  if (!isChanged && events.length === 0 && !underway) return undefined;
  return {
    orderNbr,
    ...(isChanged && { statusBefore: before.Status ?? null }),
    newEvents: events.map(({ summary }) => summary ?? null),
    ...(underway && { underway: underway.summary ?? null }),
  };
};

/** Merges the changes of each order, oldest first: its status before the first one, and all new events. */
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

/** The changes that a customer wants to be written to about. An order without any stays, with nothing to say. */
export const wantedChanges = (
  changes: readonly OrderChange[],
  { status, entries, visits }: NotificationEvents,
  mutedOrders: readonly string[],
): OrderChange[] =>
  changes
    .filter(({ orderNbr }) => !mutedOrders.includes(orderNbr))
    .map(({ orderNbr, statusBefore, newEvents, underway, reminds }) => ({
      orderNbr,
      ...(status && statusBefore !== undefined && { statusBefore }),
      newEvents: entries ? newEvents : [],
      ...(visits && { underway, reminds }),
    }));
