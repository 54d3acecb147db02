import { sql } from 'kysely';
import { deleteInBatches } from '../database/batches';
import { secondsAgo } from '../database/clock';
import type { Database } from '../database/connect';
import { hashToken } from '../config/secrets';

const retentionSeconds = 30 * 24 * 3600;

/** The deliveries of webhooks, by the hash of the sender's id: it may name a customer, who may be erased. */
export const hookDeliveryStore = (database: Database) => ({
  find: (id: string) =>
    database
      .selectFrom('hook_deliveries')
      .select(['body_hash as bodyHash', 'answer'])
      .where('id', '=', hashToken(id))
      .executeTakeFirst(),

  add: (id: string, bodyHash: string, answer: object) =>
    database
      .insertInto('hook_deliveries')
      .values({ id: hashToken(id), body_hash: bodyHash, answer: JSON.stringify(answer) })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),

  /** Deletes deliveries after 30 days: no sender repeats one so late. */
  clean: () =>
    deleteInBatches(database, 'hook_deliveries', sql`received_at < ${secondsAgo(retentionSeconds)}`),
});
