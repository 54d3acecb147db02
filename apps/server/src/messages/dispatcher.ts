import { setTimeout as sleep } from 'node:timers/promises';
import type { NotificationEvents } from '@portal/api/wire';
import type { FastifyBaseLogger } from 'fastify';
import type { Audit } from '../platform/audit/audit';
import { addressKinds, channelNames, mayReach, type Channel } from '../platform/contact/contact';
import { customerStore } from '../identity/customers/customer-store';
import { preferenceStore } from '../identity/customers/preference-store';
import type { Portal } from '../platform/crypto/keys';
import { messageI18n } from '../platform/language/languages';
import { createUnderway } from '../platform/jobs/lanes';
import { replicaStore } from '../platform/jobs/replica-store';
import { backOff } from '../platform/jobs/worker';
import { budgetStore } from '../platform/limits/budget-store';
import { wantedChanges } from '../orders/records/order-changes';
import { orderStore } from '../orders/records/order-store';
import { channels } from './channels';
import { configuredDriver } from './drivers';
import { createLinks } from './links';
import { DeliveryError, type Content, type Context, type CustomerContext, type Driver } from './message';
import { MOST_ORDERS, newsOf, oneLine } from './order-news';
import { remindsOfVisits } from './parts';
import { outboxStore, type Ending, type Kind, type Lane, type Leased } from './outbox-store';

/** Longer than one attempt can take; otherwise a second worker would send the same message. */
const LEASE_SECONDS = 60;

/**
 * Seconds until a retry, at most, and until an attempt whose response was lost is repeated. Retries end when the message
 * expires. A greylisting of some minutes is over before a code is.
 */
const PAUSES: Record<Kind, { retry: number; unanswered: number }> = {
  code: { retry: 60, unanswered: 120 },
  order: { retry: 3600, unanswered: 3600 },
  test: { retry: 60, unanswered: 120 },
};
/** An attempt whose response was lost is repeated once: the message may have been sent. */
const PERHAPS_SENT = ', perhaps sent';

/** Codes have lanes of their own: news about orders never delay them. */
const lanes: readonly Lane[] = channelNames.flatMap((channel): Lane[] => [
  { channel, kinds: ['code'] },
  { channel, kinds: ['order', 'test'] },
]);

interface Dispatcher extends Portal {
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  audit?: Audit | undefined;
  /** Called with each attempt, for the metrics. */
  countMessage?:
    ((message: Pick<Leased, 'channel' | 'kind'>, outcome: Ending | 'delayed') => void) | undefined;
  drivers?: Record<Channel, Driver>;
  /** Where the terminal driver writes; default: a terminal that somebody reads. */
  print?: (text: string) => void;
  /** The wall clock, for quiet hours and visits. */
  now?: () => Date;
}

/** The address and the content of a message, or why it is not sent. */
type Prepared = { to: string; content: Content } | Ending;

/** The portal, and its wall clock. */
type Sender = Portal & { now: () => Date };

type LeasedCode = Extract<Leased, { kind: 'code' }>;
type Notification = Exclude<Leased, LeasedCode>;

const contextIn = ({ config }: Portal, language: string | null): Context => ({
  config,
  i18n: messageI18n(language, config.languages),
});

const prepareCode = async (portal: Portal, leased: LeasedCode): Promise<Prepared> => {
  const { channel, recipient, requested, language } = leased;
  if (!(await customerStore(portal.database).find({ channel, address: recipient }))) return 'no-customer';
  if (!requested)
    throw new DeliveryError(
      'The code was encrypted with another SECRET_KEY. Give all servers the same one; the customer asks for a new code.',
      { isFinal: true },
    );
  return { to: recipient, content: channels[channel].content.code(requested, contextIn(portal, language)) };
};

const contentOf = async (
  { config, database }: Portal,
  message: Notification,
  events: NotificationEvents,
  context: CustomerContext,
) => {
  const { order, test } = channels[message.channel].content;
  if (message.kind === 'test') return test(context);
  const muted = await preferenceStore(database).mutedOrders(message.customerId);
  const wanted = { ...events, visits: events.visits && remindsOfVisits(config) };
  const changes = wantedChanges(message.changes, wanted, muted);
  const numbers = [...new Set(changes.map(({ orderNbr }) => orderNbr))];
  const quoted = numbers.slice(0, MOST_ORDERS);
  const orders = await orderStore(database).describe(message.customerId, numbers, quoted);
  const news = newsOf(changes, orders, context);
  return news.length > 0 ? order(news, context) : undefined;
};

const prepareNotification = async (portal: Sender, message: Notification): Promise<Prepared> => {
  const { channel, customerId } = message;
  const customer = await preferenceStore(portal.database).find(customerId);
  if (!customer) return 'no-customer';
  const address = customer.addresses[channel];
  if (!customer.chosen[channel] || !address) return 'suppressed';
  if (!mayReach({ channel, address }, portal.config.sms.countries)) return 'suppressed';
  const name = customer.name && oneLine(customer.name);
  const links = createLinks(portal.config, portal.keys.unsubscribe);
  const context = { ...contextIn(portal, customer.language), links, customerId, name, now: portal.now() };
  const content = await contentOf(portal, message, customer.events, context);
  return content ? { to: address, content } : 'suppressed';
};

/**
 * Charges a message to the budget of its channel, codes apart from news: once, and again after an attempt that perhaps
 * sent it. @returns whether it may be sent
 */
const charge = async ({ config, database }: Portal, leased: Leased): Promise<boolean> => {
  const { kind, channel, attempts, failure } = leased;
  const isStranger = kind === 'code' && !leased.isKnownBrowser;
  const max = channels[channel].budget(config, !isStranger);
  const isPaid = attempts > 1 && !failure?.endsWith(PERHAPS_SENT);
  if (max === undefined || isPaid) return true;
  return budgetStore(database).take(kind === 'code' ? channel : `notifications/${channel}`, max);
};

/**
 * Prepares a message right before it is sent: the customer's latest choice, address, and orders apply. Looks up the
 * contact only here, so that the response to a code request does not reveal whether there is such a customer.
 */
const prepare = async (portal: Sender, leased: Leased): Promise<Prepared> => {
  if (leased.isExpired) return 'expired';
  const prepared =
    leased.kind === 'code' ? await prepareCode(portal, leased) : await prepareNotification(portal, leased);
  return typeof prepared === 'string' || (await charge(portal, leased)) ? prepared : 'over-budget';
};

type Delivery = Dispatcher & Sender & { drivers: Record<Channel, Driver> };

type Outbox = ReturnType<typeof outboxStore>;

/** Sends leased messages, or notes why not. */
const createDelivery = ({ log, audit, countMessage, drivers, ...portal }: Delivery, outbox: Outbox) => {
  const preferences = preferenceStore(portal.database);

  /** A message that changes have joined is another one for servers that drop what they have seen. */
  const idOf = (leased: Leased) =>
    leased.kind === 'order' ? `${leased.id}.${leased.changes.length}` : leased.id;

  const send = async (leased: Leased, to: string, content: Content) => {
    const { channel } = leased;
    try {
      await drivers[channel].send({ id: idOf(leased), to, ...content });
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
      if (error.fault.isOptOut)
        for (const customerId of await preferences.switchChannel(channel, false, addressKinds[channel], to))
          audit?.({ event: 'preferences', outcome: 'saved', by: 'service', customerId, [channel]: false });
      throw error;
    }
  };

  const settle = async (leased: Leased, outcome: Ending, reason?: string) => {
    const { id, attempts } = leased;
    if (outcome === 'dead') log.error({ message: id, attempts, reason }, 'message dead');
    // Nobody can send a code late.
    const status = outcome === 'dead' && leased.kind === 'code' ? 'expired' : outcome;
    await outbox.settle(id, status, reason, leased.kind === 'order' ? leased.changes : []);
    countMessage?.(leased, outcome);
  };

  const fail = async (leased: Leased, { fault, message }: DeliveryError) => {
    const { id, kind, attempts, failure } = leased;
    const reason = fault.isUnanswered ? `${message}${PERHAPS_SENT}` : message;
    if (fault.isFinal || (fault.isUnanswered && failure?.endsWith(PERHAPS_SENT)))
      return settle(leased, 'dead', reason);
    log.warn({ message: id, attempts, reason }, 'message delayed');
    const seconds = fault.isUnanswered ? PAUSES[kind].unanswered : backOff(attempts, PAUSES[kind].retry);
    await outbox.retry(id, seconds, reason);
    countMessage?.(leased, 'delayed');
  };

  return async (leased: Leased) => {
    const { id, failure } = leased;
    try {
      const prepared = await prepare(portal, leased);
      if (prepared === 'over-budget')
        log.warn({ message: id }, 'SMS_DAILY_BUDGET is used up; message not sent');
      // Operators hear of a message that failed until it expired.
      if (prepared === 'expired' && failure) return await settle(leased, 'dead', failure);
      if (typeof prepared === 'string') return await settle(leased, prepared);
      await send(leased, prepared.to, prepared.content);
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
      return fail(leased, error);
    }
    return settle(leased, 'sent');
  };
};

type Lanes = Pick<Delivery, 'config' | 'database' | 'log' | 'now'> & {
  outbox: Outbox;
  deliver: ReturnType<typeof createDelivery>;
};

/** Sends several messages at once. */
const createLane = ({ channel, kinds }: Lane, { config, database, log, now, outbox, deliver }: Lanes) => {
  const underway = createUnderway((err) =>
    log.error({ err }, 'message not handled; retrying when its lease ends'),
  );
  /** How many messages have begun in a minute. */
  let [minute, begun] = [0, 0];

  /** How many messages may begin now: codes never wait. */
  const left = async (): Promise<number> => {
    const perMinute = channels[channel].perMinute(config);
    if (kinds.includes('code') || perMinute === Infinity) return Infinity;
    const replicas = Math.max(1, (await replicaStore(database).list()).length);
    const current = Math.floor(Date.now() / 60_000);
    if (current !== minute) [minute, begun] = [current, 0];
    return Math.max(1, Math.floor(perMinute / replicas)) - begun;
  };

  return {
    dispatch: async (): Promise<boolean> => {
      const max = Math.min(await underway.room(config.messages.concurrency), await left());
      if (max <= 0) return sleep(1000 - (Date.now() % 1000), true);
      const waits = channels[channel].waits(config, now());
      const due = { channel, kinds: kinds.filter((kind) => !(waits && kind === 'order')) };
      const leased = await outbox.lease(due, max, LEASE_SECONDS);
      begun += leased.length;
      for (const one of leased) underway.start(deliver(one));
      return leased.length === max;
    },
    finish: underway.finish,
  };
};

/** Sends the messages in the outbox independently of each other. */
export const createDispatcher = ({ now = () => new Date(), ...dispatcher }: Dispatcher) => {
  const { config, log, database, keys } = dispatcher;
  const drivers = dispatcher.drivers ?? {
    email: configuredDriver('email', dispatcher),
    sms: configuredDriver('sms', dispatcher),
  };
  const outbox = outboxStore(database, keys.outbox);
  const deliver = createDelivery({ ...dispatcher, drivers, now }, outbox);
  const workers = lanes.map((lane) => createLane(lane, { config, database, log, now, outbox, deliver }));

  return {
    lanes: workers,

    /** Sends everything that is due. */
    dispatchDue: async (): Promise<void> => {
      await Promise.all(
        workers.map(async ({ dispatch, finish }) => {
          while (await dispatch());
          await finish();
        }),
      );
    },
  };
};
