import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/connect';
import { customerStore } from '../sign-in/customer-store';
import { limitStore } from '../sign-in/limit-store';
import { smsBudget } from '../sign-in/limits';
import { backOff } from './back-off';
import { DeliveryError } from './delivery-error';
import type { Driver } from './driver';
import { codeMessage, type Sender } from './messages';
import { outboxStore, type Leased } from './outbox-store';

const batch = 10;
/** Longer than one try can take, or a second worker would send what the first is sending. */
const leaseSeconds = 60;
const maxAttempts = 8;

interface Dependencies {
  database: Database;
  key: Buffer;
  drivers: Record<Leased['channel'], Driver>;
  sender: Sender;
  smsDailyBudget: number;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

/**
 * Sends what waits in the outbox, each message on its own. Only here is a contact looked up: a code goes to a known
 * customer, and whoever asked for it cannot tell from the answer.
 */
export const createDispatcher = ({ database, key, drivers, sender, smsDailyBudget, log }: Dependencies) => {
  const outbox = outboxStore(database, key);
  const customers = customerStore(database);

  const withinBudget = ({ channel, attempts }: Leased) =>
    channel === 'email' ||
    attempts > 1 ||
    database
      .transaction()
      .execute((transaction) => limitStore(transaction).take('sms', smsBudget(smsDailyBudget)))
      .then((seconds) => seconds === 0);

  const fail = async ({ id, attempts }: Leased, error: DeliveryError) => {
    const isDead = error.isFinal || attempts >= maxAttempts;
    log[isDead ? 'error' : 'warn'](
      { message: id, attempts, reason: error.message },
      isDead ? 'message dead' : 'message delayed',
    );
    if (isDead) await outbox.settle(id, 'dead', error.message);
    else await outbox.retry(id, backOff(attempts, Math.random()), error.message);
  };

  const deliver = async (leased: Leased) => {
    const { id, channel, recipient } = leased;
    if (!(await customers.find({ channel, address: recipient }))) return outbox.settle(id, 'unknown');
    if (!(await withinBudget(leased))) return outbox.settle(id, 'over-budget');
    try {
      await drivers[channel].send(codeMessage(leased, sender));
    } catch (error) {
      if (error instanceof DeliveryError) return fail(leased, error);
      throw error;
    }
    return outbox.settle(id, 'sent');
  };

  /** Sends everything that is due now. */
  const dispatchDue = async (): Promise<void> => {
    await outbox.expire();
    const leased = await outbox.lease(batch, leaseSeconds);
    const results = await Promise.allSettled(leased.map(deliver));
    for (const result of results)
      if (result.status === 'rejected')
        log.error({ err: result.reason }, 'message not handled; its lease will end');
    if (leased.length === batch) await dispatchDue();
  };

  return { dispatchDue };
};
