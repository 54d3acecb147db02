import { sql } from 'kysely';
import { addressKinds, channelNames, contactHash, maskContact } from '../platform/contact/contact';
import { secondsFromNow } from '../platform/database/clock';
import type { Key } from '../platform/crypto/secrets';
import { transact, type Database } from '../platform/database/connect';
import type { OrderChange } from '../platform/database/schema';
import { lifetimeSeconds, outboxDepths, queueOrderMessages } from './outbox-store';

/** The list shows only the newest: thousands of dead letters have one cause. */
const MAX_LISTED = 100;

/** Why a dead letter was not changed. */
const reasons = {
  code: 'codes are not sent late: the customer asks for a new one',
  erased: 'its content is erased',
  unknown: 'there is no such dead letter',
};

/** The outbox for operators: shows its depth, and retries or deletes the messages that could not be delivered. */
export const deadLetterStore = (database: Database) => {
  const letters = (ids: readonly string[] | undefined) => {
    const dead = database.selectFrom('outbox').where('status', '=', 'dead');
    return ids ? dead.where(sql<boolean>`id::text = any(${[...ids]}::text[])`) : dead;
  };

  const leftOf = async (
    ids: readonly string[] | undefined,
    done: readonly string[],
  ): Promise<{ id: string; reason: string }[]> => {
    const found = await letters(ids).select(['id', 'kind']).execute();
    const missing = (ids ?? []).filter((id) => !done.includes(id) && !found.some((one) => one.id === id));
    return [
      ...found.map(({ id, kind }) => ({ id, reason: kind === 'code' ? reasons.code : reasons.erased })),
      ...missing.map((id) => ({ id, reason: reasons.unknown })),
    ];
  };

  return {
    /** @param key of the names by which the audit log has their contacts */
    list: async (key: Pick<Key, 'sign'>) => {
      const depth = (await outboxDepths(database)).map(({ ageSeconds: _, ...row }) => row);
      const rows = await database
        .selectFrom('outbox')
        .leftJoin('customers', 'customers.id', 'outbox.customer_id')
        .select(['outbox.id', 'channel', 'kind', 'recipient', 'email', 'phone', 'failure as reason'])
        .select('outbox.created_at as since')
        .where('status', '=', 'dead')
        .orderBy('outbox.created_at', 'desc')
        .limit(MAX_LISTED)
        .execute();
      const dead = rows.map(({ recipient, email, phone, ...row }) => {
        const address = recipient || { email, phone }[addressKinds[row.channel]];
        return {
          ...row,
          address: address && maskContact({ channel: row.channel, address }),
          contactHash: address && contactHash(key, { address }),
        };
      });
      return { depth, dead };
    },

    /** Queues dead letters again, with a new lifetime and new attempts. @param ids absent: all */
    retry: async (ids?: readonly string[]) => {
      const retried = await transact(database, async (transaction) => {
        const tests = await transaction
          .updateTable('outbox')
          .set({ status: 'queued', attempts: 0, failure: null, settled_at: null })
          .set({ available_at: sql`now()`, expires_at: secondsFromNow(lifetimeSeconds.test) })
          .where('id', 'in', letters(ids).select('id'))
          .where('kind', '=', 'test')
          .returning('id')
          .execute();
        // Their changes join the open message of the customer, or make one.
        const news = await transaction
          .deleteFrom('outbox')
          .where('id', 'in', letters(ids).select('id'))
          .where('kind', '=', 'order')
          .where('changes', 'is not', null)
          .returning(['id', 'channel', 'changes', sql<string>`customer_id`.as('customerId')])
          .execute();
        for (const channel of channelNames) {
          const changed = new Map<string, OrderChange[]>();
          for (const { customerId, changes } of news.filter((letter) => letter.channel === channel))
            changed.set(customerId, [...(changed.get(customerId) ?? []), ...(changes ?? [])]);
          await queueOrderMessages(transaction, changed, { channels: [channel], seconds: 0 });
        }
        return [...tests, ...news];
      });
      const done = retried.map(({ id }) => id);
      return { retried: done, left: await leftOf(ids, done) };
    },

    /** Deletes news and tests that are not sent yet, also those that are retried. */
    removeQueued: async (): Promise<{ deleted: string[]; left: { id: string; reason: string }[] }> => {
      const rows = await database
        .deleteFrom('outbox')
        .where('status', '=', 'queued')
        .returning('id')
        .execute();
      return { deleted: rows.map(({ id }) => id), left: [] };
    },

    remove: async (ids?: readonly string[]) => {
      const deleted = await database
        .deleteFrom('outbox')
        .where('id', 'in', letters(ids).select('id'))
        .returning('id')
        .execute();
      const done = deleted.map(({ id }) => id);
      return { deleted: done, left: await leftOf(ids, done) };
    },
  };
};
