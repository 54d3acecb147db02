import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Audit } from '../audit/audit';
import type { Config } from '../config';
import { channelNames, type Channel } from '../customers/contact';
import type { Database } from '../database/connect';
import { DatabaseUnavailableError } from '../database/faults';
import type { Keys } from '../keys';
import { limitStore } from '../limits/limit-store';
import { preferenceStore } from '../customers/preference-store';
import { channels } from './channels';
import { DeliveryError, type Driver } from './message';
import { outboxStore, type Kind, type Lane, type Leased } from './outbox-store';
import { createPrepare } from './prepare';
import { isQuiet } from './sms';
import { terminalDriver } from './terminal';

const BATCH_SIZE = 10;
/** Longer than one attempt can take; otherwise a second worker would send the same message. */
const LEASE_SECONDS = 60;
const FIRST_RETRY_SECONDS = 5;

interface Patience {
  maxAttempts: number;
  longestRetrySeconds: number;
}

/** A code is useless after minutes. News about orders survive a mail server that is down for most of a day. */
const patienceOf: Record<Kind, Patience> = {
  code: { maxAttempts: 8, longestRetrySeconds: 120 },
  order: { maxAttempts: 30, longestRetrySeconds: 3600 },
  test: { maxAttempts: 8, longestRetrySeconds: 120 },
};

/** Codes have lanes of their own: news about orders never delay them. */
export const lanes: readonly Lane[] = channelNames.flatMap((channel): Lane[] => [
  { channel, kinds: ['code'] },
  { channel, kinds: ['order', 'test'] },
]);

interface Dispatcher {
  config: Config;
  database: Database;
  keys: Pick<Keys, 'outbox' | 'unsubscribe'>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  audit?: Audit | undefined;
  /** Default: those that the environment configures. */
  drivers?: Record<Channel, Driver>;
  /** Where the terminal driver writes. */
  print?: (text: string) => void;
  /** The wall clock, for quiet hours. */
  now?: () => Date;
}

/** The drivers that the environment configures; the terminal stands in for the others. */
const configuredDrivers = (config: Config, print: (text: string) => void): Record<Channel, Driver> => {
  const terminal = { directory: join(config.dataDir, 'outbox'), host: config.publicUrl.hostname, print };
  const driverFor = (channel: Channel) =>
    channels[channel].driver(config) ?? terminalDriver({ ...terminal, channel });
  return { email: driverFor('email'), sms: driverFor('sms') };
};

/**
 * Seconds until the next attempt: doubled each time, and randomized so that messages which failed together are not
 * retried together.
 * @param attempts attempts so far, from 1
 * @param random from 0 to 1
 */
export const backOff = (
  attempts: number,
  random: number,
  longestSeconds = patienceOf.code.longestRetrySeconds,
) => Math.min(longestSeconds, FIRST_RETRY_SECONDS * 2 ** (attempts - 1)) * (0.5 + random / 2);

/**
 * Charges a message to the budget of its channel, once. Counts codes apart from other messages, so that news about
 * orders cannot use up the budget of codes.
 * @returns whether the message may be sent
 */
const withinBudget = async (database: Database, config: Config, leased: Leased) => {
  const { kind, channel, attempts } = leased;
  const budget = channels[channel].budget(config, leased.kind !== 'code' || leased.isKnownBrowser);
  if (budget.length === 0 || attempts > 1) return true;
  const subject = kind === 'code' ? channel : `notifications/${channel}`;
  const seconds = await database
    .transaction()
    .execute((transaction) => limitStore(transaction).take(subject, budget));
  return seconds === 0;
};

/** Leases messages, and makes those due again that a failure of the database kept from being sent. */
const createLeases = (database: Database, key: Buffer) => {
  const outbox = outboxStore(database, key);
  const unsent = new Set<string>();

  /** Their leases are long, and codes are urgent. */
  const releaseUnsent = async () => {
    for (const id of unsent) {
      unsent.delete(id);
      await outbox.retry(id, 0, 'the database did not answer').catch((error: unknown) => {
        unsent.add(id);
        throw error;
      });
    }
  };

  return {
    /** Remembers a leased message that could not be prepared. */
    giveBack: (id: string) => void unsent.add(id),

    /** Leases in a transaction: if the response gets lost, so does the lease, or else its messages are known. */
    lease: async (due: Lane): Promise<Leased[]> => {
      await releaseUnsent();
      let leased: Leased[] = [];
      try {
        await database.transaction().execute(async (transaction) => {
          leased = await outboxStore(transaction, key).lease(due, BATCH_SIZE, LEASE_SECONDS);
        });
      } catch (error) {
        for (const { id } of leased) unsent.add(id);
        throw error;
      }
      return leased;
    },
  };
};

/** Sends the messages in the outbox independently of each other. */
export const createDispatcher = ({
  config,
  database,
  keys,
  log,
  audit,
  print = console.log,
  drivers = configuredDrivers(config, print),
  now = () => new Date(),
}: Dispatcher) => {
  const outbox = outboxStore(database, keys.outbox);
  const leases = createLeases(database, keys.outbox);
  const preferences = preferenceStore(database);
  const prepare = createPrepare({ config, database, keys });

  const fail = async ({ id, kind, attempts }: Leased, error: DeliveryError) => {
    const { maxAttempts, longestRetrySeconds } = patienceOf[kind];
    const isDead = error.isFinal || attempts >= maxAttempts;
    log[isDead ? 'error' : 'warn'](
      { message: id, attempts, reason: error.message },
      isDead ? 'message dead' : 'message delayed',
    );
    if (isDead) await outbox.settle(id, 'dead', error.message);
    else await outbox.retry(id, backOff(attempts, Math.random(), longestRetrySeconds), error.message);
  };

  /** Prepares a message, and charges it to the budget. */
  const ready = async (leased: Leased) => {
    const prepared = await prepare(leased);
    if (typeof prepared === 'string' || prepared instanceof DeliveryError) return prepared;
    if (await withinBudget(database, config, leased)) return prepared;
    log.warn({ message: leased.id }, 'SMS_DAILY_BUDGET is used up; message not sent');
    return 'over-budget';
  };

  const deliver = async (leased: Leased) => {
    const { id, channel } = leased;
    const prepared = await ready(leased).catch((error: unknown) => {
      if (error instanceof DatabaseUnavailableError) leases.giveBack(id);
      throw error;
    });
    if (prepared instanceof DeliveryError) return fail(leased, prepared);
    if (typeof prepared === 'string') return outbox.settle(id, prepared);
    const { to, content } = prepared;
    try {
      await drivers[channel].send({ id, to, ...content });
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
      if (error.isOptOut)
        for (const customerId of await preferences.switchAt({ channel, address: to }, false))
          audit?.({ event: 'preferences', outcome: 'saved', by: 'service', customerId, [channel]: false });
      return fail(leased, error);
    }
    return outbox.settle(id, 'sent');
  };

  /**
   * Sends a batch of the messages of a lane that are due now.
   * @returns whether there may be more
   */
  const dispatchLane = async ({ channel, kinds }: Lane): Promise<boolean> => {
    const waits = channel === 'sms' && isQuiet(config.sms.quietHours, now());
    const leased = await leases.lease({
      channel,
      kinds: kinds.filter((kind) => !(waits && kind === 'order')),
    });
    const results = await Promise.allSettled(leased.map(deliver));
    for (const result of results)
      if (result.status === 'rejected') {
        if (result.reason instanceof DatabaseUnavailableError) throw result.reason;
        log.error({ err: result.reason }, 'message not handled; retrying when its lease ends');
      }
    return leased.length === BATCH_SIZE;
  };

  return {
    dispatchLane,

    /** Sends every message that is due now. */
    dispatchDue: async (): Promise<void> => {
      await Promise.all(
        lanes.map(async (lane) => {
          while (await dispatchLane(lane));
        }),
      );
    },
  };
};
