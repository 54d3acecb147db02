import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config';
import type { Channel } from '../customers/contact';
import { customerStore } from '../customers/customer-store';
import type { Database } from '../database/connect';
import { DatabaseUnavailableError } from '../database/faults';
import type { Keys } from '../keys';
import { limitStore } from '../limits/limit-store';
import { channels } from './channels';
import { DeliveryError, type Driver } from './driver';
import { outboxStore, type Leased } from './outbox-store';
import { terminalDriver } from './terminal';

const BATCH_SIZE = 10;
/** Longer than one attempt can take; otherwise a second worker would send the same message. */
const LEASE_SECONDS = 60;
const MAX_ATTEMPTS = 8;
const FIRST_RETRY_SECONDS = 5;
const LONGEST_RETRY_SECONDS = 120;

interface Dispatcher {
  config: Pick<Config, 'brand' | 'publicUrl' | 'sms'>;
  database: Database;
  keys: Pick<Keys, 'outbox'>;
  driverOf: (channel: Channel) => Driver;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

/**
 * Seconds until the next attempt: doubled each time, and randomized so that messages which failed together are not
 * retried together.
 * @param attempts attempts so far, from 1
 * @param random from 0 to 1
 */
export const backOff = (attempts: number, random: number) =>
  Math.min(LONGEST_RETRY_SECONDS, FIRST_RETRY_SECONDS * 2 ** (attempts - 1)) * (0.5 + random / 2);

/**
 * Sends the messages in the outbox, each on its own. Only here is the contact looked up, so that the answer to a code
 * request does not reveal whether the customer is known.
 */
export const createDispatcher = ({ config, database, keys, driverOf, log }: Dispatcher) => {
  const outbox = outboxStore(database, keys.outbox);
  const customers = customerStore(database);
  const sender = { brand: config.brand.name, host: config.publicUrl.hostname };

  const withinBudget = async ({ channel, attempts, known_browser }: Leased) => {
    const budget = channels[channel].budget(config, known_browser);
    if (budget.length === 0 || attempts > 1) return true;
    const seconds = await database
      .transaction()
      .execute((transaction) => limitStore(transaction).take(channel, budget));
    return seconds === 0;
  };

  const fail = async ({ id, attempts }: Leased, error: DeliveryError) => {
    const isDead = error.isFinal || attempts >= MAX_ATTEMPTS;
    log[isDead ? 'error' : 'warn'](
      { message: id, attempts, reason: error.message },
      isDead ? 'message dead' : 'message delayed',
    );
    if (isDead) await outbox.settle(id, 'dead', error.message);
    else await outbox.retry(id, backOff(attempts, Math.random()), error.message);
  };

  const deliver = async (leased: Leased) => {
    const { id, channel, recipient, code } = leased;
    if (!(await customers.find({ channel, address: recipient }))) return outbox.settle(id, 'no-customer');
    if (!(await withinBudget(leased))) return outbox.settle(id, 'over-budget');
    try {
      await driverOf(channel).send({ id, to: recipient, ...channels[channel].content(code, sender) });
    } catch (error) {
      if (error instanceof DeliveryError) return fail(leased, error);
      throw error;
    }
    return outbox.settle(id, 'sent');
  };

  /** Sends every message that is due now. */
  const dispatchDue = async (): Promise<void> => {
    await outbox.expire();
    const leased = await outbox.lease(BATCH_SIZE, LEASE_SECONDS);
    const results = await Promise.allSettled(leased.map(deliver));
    for (const result of results)
      if (result.status === 'rejected') {
        if (result.reason instanceof DatabaseUnavailableError) throw result.reason;
        log.error({ err: result.reason }, 'message not handled; retrying when its lease ends');
      }
    if (leased.length === BATCH_SIZE) await dispatchDue();
  };

  return { dispatchDue };
};

interface Delivery extends Omit<Dispatcher, 'config' | 'driverOf'> {
  config: Config;
  /** Where the terminal driver writes. */
  print: (text: string) => void;
}

/** The dispatcher with the drivers that the environment configures; the terminal stands in for the others. */
export const createDelivery = ({ config, print, ...rest }: Delivery) => {
  const terminal = { directory: join(config.dataDir, 'outbox'), host: config.publicUrl.hostname, print };
  const drivers = new Map<Channel, Driver>();
  const driverOf = (channel: Channel): Driver => {
    const driver =
      drivers.get(channel) ?? channels[channel].driver(config) ?? terminalDriver({ ...terminal, channel });
    drivers.set(channel, driver);
    return driver;
  };
  return createDispatcher({ ...rest, config, driverOf });
};
