import { sql } from 'kysely';
import { deleteInBatches } from '../database/batches';
import { secondsAgo } from '../database/clock';
import type { Database } from '../database/connect';

const retentionSeconds = 30 * 24 * 3600;

/** The deliveries of the orders' webhook, by the id that the sender gave them. */
export const hookDeliveryStore = (database: Database) => ({
  find: (id: string) =>
    database
      .selectFrom('hook_deliveries')
      .select(['body_hash as bodyHash', 'answer'])
      .where('id', '=', id)
      .executeTakeFirst(),

  add: async (id: string, bodyHash: string, answer: object) => {
    await database
      .insertInto('hook_deliveries')
      .values({ id, body_hash: bodyHash, answer: JSON.stringify(answer) })
      .execute();
  },

  /** Deletes deliveries after 30 days: no sender repeats one so late. */
  clean: () =>
    deleteInBatches(database, 'hook_deliveries', sql`received_at < ${secondsAgo(retentionSeconds)}`),
});
