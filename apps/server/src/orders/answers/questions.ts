import { createHash } from 'node:crypto';
import { kindOf, newestFirst, startOf } from '@portal/api/wire';
import type { OrderRecord } from '../records/order-record';

/** An event as it is stored; in the list, without its body. */
export type StoredEvent = OrderRecord['events'][number];

type Asks = Partial<NonNullable<StoredEvent['asks']>> & { id: string; answered?: boolean };

export type AskingEvent = Omit<StoredEvent, 'asks'> & { asks?: Asks | undefined };

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);

/** Names an event that waits for the customer without a question of its own: events have no id. */
const idOf = (event: AskingEvent): string => hashOf([event.summary, startOf(event)]);

/**
 * Gives the newest event that only waits for the customer a question that takes a text; the list shows the same one. Older
 * ones are over: the company has asked something else since.
 */
export const withQuestions = (events: readonly AskingEvent[]): readonly AskingEvent[] => {
  const waiting = events.filter((event) => !event.asks && kindOf(event) === 'waiting');
  const [newest] = newestFirst(waiting, startOf);
  return events.map((event) => {
    if (!waiting.includes(event)) return event;
    return { ...event, asks: { id: idOf(event), ...(event === newest ? { text: true } : { closed: true }) } };
  });
};

/** Names a question as it reads now. */
export const revisionOf = ({ summary, body, asks }: AskingEvent): string =>
  hashOf([summary, body, asks?.choices, asks?.due]);
