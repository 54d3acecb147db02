import { createHash } from 'node:crypto';
import { kindOf, newestFirst, startOf } from '@portal/api/wire';
import { visitTime } from '../../messages/order-news';
import type { Config } from '../../platform/config/config';
import { messageI18n } from '../../platform/language/languages';
import type { OrderRecord } from '../records/order-record';

/** An event as it is stored; in the list, without its body. */
export type StoredEvent = OrderRecord['events'][number];

type Choice = NonNullable<StoredEvent['asks']>['choices'][number];

/** A choice in the company's words: an offered visit says when it is. */
export const wordsOf = ({ label, at, until }: Choice, config: Config): string => {
  const clock = { config, i18n: messageI18n(null, config.languages), now: new Date() };
  const time = at && visitTime({ created_at: at, ends_at: until }, clock);
  return time ? `${label} · ${time}` : label;
};

/** A question on its way to the customer; of an event without one, only what `withQuestions` gives it. */
type Asks = Partial<NonNullable<StoredEvent['asks']>> & { id: string; answered?: boolean };

/** An event with its question, in an order or in the list. */
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
