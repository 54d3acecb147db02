import { kindOf } from '@portal/api/wire';
import type { I18n } from '@portal/texts/i18n';
import type { Config } from '../../platform/config/config';
import type { Database } from '../../platform/database/connect';
import { escapeHtml } from '../../portal/page/html';
import type { CustomerCalls } from '../customer-calls';
import { answerStore, type StoredAnswer } from './answer-store';
import { PDF } from '../files';
import { revisionOf, withQuestions, type AskingEvent, type StoredEvent } from './questions';
import type { FindTargets } from './targets';

interface Options {
  config: Pick<Config, 'baseUrl'>;
  database: Database;
  findTargets: FindTargets;
}

const bodyOf = ({ message, files }: StoredAnswer, baseUrl: string): string =>
  [
    ...(message ? [escapeHtml(message).replaceAll('\n', '<br>')] : []),
    ...files.map(({ id, name, type }) => {
      const url = `${baseUrl}/orders/answer/files/${id}`;
      return type === PDF
        ? `<a href="${url}">${escapeHtml(name)}</a>`
        : `<img src="${url}" alt="${escapeHtml(name)}">`;
    }),
  ]
    .map((paragraph) => `<p>${paragraph}</p>`)
    .join('');

/** Whether the company's system has the answer. Mail counts only if there is no other system. */
const isReceived = ({ deliveries }: StoredAnswer): boolean => {
  const systems = deliveries.filter(({ target }) => target !== 'mail');
  return (systems.length > 0 ? systems : deliveries).some(({ isDelivered }) => isDelivered);
};

/** What an answer without a choice is called. Others who see the order may have written it. */
const titleOf = ({ customerId: by, question }: StoredAnswer, customerId: string, i18n: I18n): string => {
  if (by !== customerId) return i18n.t('Message');
  return question === null ? i18n.t('Your message') : i18n.t('Your answer');
};

const eventOf = (answer: StoredAnswer, customerId: string, baseUrl: string, i18n: I18n) => ({
  summary: answer.label ?? titleOf(answer, customerId, i18n),
  body: bodyOf(answer, baseUrl),
  created_by: answer.by,
  created_at: answer.at.toISOString(),
  answer: {
    ...(answer.question !== null && { question: answer.question }),
    received: isReceived(answer),
    ...(answer.customerId !== customerId && { isOfOther: true }),
  },
});

/** The question of an event, as the customer can answer it now. */
const openTo = (event: AskingEvent, answered: ReadonlySet<string | null>) =>
  event.asks
    ? {
        ...event,
        asks: {
          ...event.asks,
          revision: revisionOf(event),
          ...(answered.has(event.asks.id) && { answered: true }),
        },
      }
    : event;

/** The event waits as before, but takes no answer: the screen says whom to call. */
const withoutQuestion = ({ asks, ...event }: StoredEvent) =>
  asks ? { ...event, kind: kindOf({ ...event, asks }) } : event;

/** An order of the list, which has its next events without their bodies. */
interface ListedOrder {
  ServiceOrderNbr: { value: string };
  events?: readonly AskingEvent[];
}

/** Adds questions and answers to the orders of a customer. */
export const answeredOrders = ({
  config: { baseUrl },
  database,
  findTargets,
}: Options): Pick<CustomerCalls, 'toOrder' | 'toList'> => {
  const store = answerStore(database);
  return {
    toOrder: async ({ i18n }, customerId, { orderNbr, events }) => {
      const answers = await store.list(orderNbr);
      const takesAnswers = (await findTargets(orderNbr)).length > 0;
      const answered = new Set(answers.map(({ question }) => question));
      const asking = takesAnswers
        ? withQuestions(events).map((event) => openTo(event, answered))
        : events.map(withoutQuestion);
      return {
        ...(takesAnswers && { takesMessages: { value: true } }),
        events: [...asking, ...answers.map((answer) => eventOf(answer, customerId, baseUrl, i18n))],
      };
    },

    toList: async (customerId, list) => {
      // The list has only events that are ahead, or ask something.
      if (!list.includes('"events"')) return list;
      const answered = await store.answered(customerId);
      if (answered.length === 0) return list;
      const ids = new Set(answered.map(({ orderNbr, question }) => `${orderNbr}\n${question}`));
      // The text is what `orderStore` has made of stored orders.
      const orders = JSON.parse(list) as ListedOrder[];
      for (const order of orders)
        order.events &&= withQuestions(order.events).map(({ asks, ...event }) =>
          asks && ids.has(`${order.ServiceOrderNbr.value}\n${asks.id}`)
            ? { ...event, asks: { ...asks, answered: true } }
            : { ...event, asks },
        );
      return JSON.stringify(orders);
    },
  };
};
