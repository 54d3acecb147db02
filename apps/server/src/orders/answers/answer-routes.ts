import { calls, hasBegun } from '@portal/api/wire';
import type * as v from 'valibot';
import type { Config } from '../../platform/config/config';
import { transact, type Database } from '../../platform/database/connect';
import { countAttempt, Failure } from '../../platform/http/errors';
import { respondTo, type RequireCustomer, type Routes } from '../../platform/http/validation';
import type { Limit } from '../../platform/limits/limits';
import { orderStore } from '../records/order-store';
import { answerStore } from './answer-store';
import { revisionOf, withQuestions, wordsOf, type AskingEvent } from './questions';
import type { Destination, FindTargets } from './targets';

type Given = v.InferOutput<typeof calls.answerOrder.request.body>;

interface AnswerRoutes {
  config: Config;
  database: Database;
  requireCustomer: RequireCustomer;
  findTargets: FindTargets;
  /** Starts the deliveries now. */
  wake: () => void;
}

const answersPerCustomer: readonly Limit[] = [{ max: 30, seconds: 3600 }];

const noOrder = (customerId: string) =>
  new Failure(404, (i18n) => i18n.t('No service order found.')).audited({
    event: 'order',
    outcome: 'not-found',
    customerId,
  });

/** An answer that is empty, or not one of those that the screen offers. */
const incomplete = () =>
  new Failure(400, (i18n) => i18n.t('Please choose an answer or write one, and send it again.'));

const closed = () =>
  new Failure(409, (i18n) => i18n.t('This question needs no answer any more.')).named('question-closed');

const changed = () =>
  new Failure(409, (i18n) =>
    i18n.t('This question was changed in the meantime. Please read it again.'),
  ).named('question-changed');

const begun = () =>
  new Failure(409, (i18n) => i18n.t('This time is over. Please choose another one.')).named('visit-begun');

const alreadyAnswered = () =>
  new Failure(409, (i18n) => i18n.t('This question has been answered already.')).named('question-answered');

const filesGone = () =>
  new Failure(409, (i18n) => i18n.t('A file is no longer there. Please add it again.')).named('file-gone');

const hasContent = ({ text, files = [] }: Given): boolean => Boolean(text) || files.length > 0;

/** The question that an answer is for. @throws Failure when it is over, or takes no such answer */
const questionFor = (events: readonly AskingEvent[], given: Given): AskingEvent => {
  const event = events.find(({ asks }) => asks?.id === given.question && !asks?.closed);
  if (!event?.asks) throw closed();
  if (given.revision !== undefined && given.revision !== revisionOf(event)) throw changed();
  const { choices = [], text, files } = event.asks;
  const isAnswer = choices.length > 0 ? choices.some(({ id }) => id === given.choice) : hasContent(given);
  const isAllowed = (!given.text || text || choices.length === 0) && (!given.files?.length || files);
  if (!isAnswer || !isAllowed) throw incomplete();
  return event;
};

/** Keeps an answer, and what has yet to be delivered. @returns false if it was kept before */
const keepAnswer = async (
  transaction: Database,
  customerId: string,
  given: Given,
  { config, targets }: Pick<AnswerRoutes, 'config'> & { targets: readonly Destination[] },
): Promise<boolean> => {
  const { serviceOrderNbr, key, question, choice, text, files = [] } = given;
  const store = answerStore(transaction);
  const order = await orderStore(transaction).find(customerId, [serviceOrderNbr]);
  if (!order) throw noOrder(customerId);
  const event = question === undefined ? undefined : questionFor(withQuestions(order.events), given);
  if (!event && !hasContent(given)) throw incomplete();
  const isTaken = event?.asks && (await store.isAnswered(order.orderNbr, event.asks.id));
  if (isTaken && !(await store.has(customerId, key))) throw alreadyAnswered();
  const chosen = event?.asks?.choices?.find(({ id }) => id === choice);
  if (hasBegun(chosen?.at, new Date(), config.brand.timeZone)) throw begun();
  const id = await store.insert({
    customer_id: customerId,
    order_nbr: order.orderNbr,
    key,
    question: event?.asks?.id ?? null,
    asked: event?.summary ?? null,
    choice: chosen?.id ?? null,
    label: chosen ? wordsOf(chosen, config) : null,
    message: text || null,
  });
  if (id === undefined) {
    if (await store.has(customerId, key)) return false;
    throw alreadyAnswered();
  }
  if (!(await store.attach(id, customerId, files))) throw filesGone();
  await store.queue(id, targets);
  return true;
};

/** The call that answers a question, or takes a message that nobody asked for. */
export const answerRoutes: Routes<AnswerRoutes> = async (
  app,
  { config, database, requireCustomer, findTargets, wake },
) => {
  const keep = async (customerId: string, given: Given): Promise<boolean> => {
    // A response was lost: the browser asks again.
    if (await answerStore(database).has(customerId, given.key)) return false;
    const targets = await findTargets(given.serviceOrderNbr);
    if (targets.length === 0)
      throw new Failure(409, (i18n) => i18n.t('Answers cannot be sent here. Please call or write to us.'));
    return transact(database, async (transaction) => {
      await countAttempt(transaction, [[`answers/${customerId}`, answersPerCustomer]], {
        message: (i18n, time) => i18n.t('Please wait {time} before you send another answer.', { time }),
        event: { event: 'answer', outcome: 'limited', customerId },
      });
      return keepAnswer(transaction, customerId, given, { config, targets });
    });
  };

  respondTo(app, calls.answerOrder, async (request, reply) => {
    const customerId = await requireCustomer(request, reply);
    const { serviceOrderNbr: orderNbr, question } = request.body;
    if (await keep(customerId, request.body)) {
      wake();
      request.audit({ event: 'answer', outcome: 'sent', customerId, orderNbr });
    }
    const { i18n } = request;
    const message =
      question === undefined ? i18n.t('Your message has been sent.') : i18n.t('Your answer has been sent.');
    return { success: true, message };
  });
};
