import { type Expression, sql } from 'kysely';
import type { Config } from '../config';
import { deleteInBatches } from '../database/batches';
import { secondsAgo } from '../database/clock';
import { compiledOnce } from '../database/compiled';
import type { Database } from '../database/connect';

/** What a statement can read along with a session: an expression of `sessions.customer_id`. */
export type OfSession<Read> = Expression<Read>;

/** Sessions by the hash of their token, with the configured lifetimes. */
export const sessionStore = (database: Database, { idleMinutes, absoluteHours }: Config['session']) => {
  const idleSeconds = idleMinutes * 60;
  const absoluteSeconds = absoluteHours * 3600;

  return {
    open: (tokenHash: string, customerId: string) =>
      database.insertInto('sessions').values({ token_hash: tokenHash, customer_id: customerId }).execute(),

    /**
     * @param reads what the statement reads along with the session
     * @returns finds the session with the hash of a token, unless it has ended
     */
    finding: <Read>(reads?: OfSession<Read>) =>
      compiledOnce(database, (tokenHash) =>
        database
          .selectFrom('sessions')
          .select([
            'customer_id',
            // Updated at most every sixtieth of the idle time, so that most reads write nothing.
            sql<boolean>`last_seen_at < ${secondsAgo(idleSeconds / 60)}`.as('stale'),
            sql<Read>`${reads ?? null}`.as('read'),
          ])
          .where('token_hash', '=', tokenHash)
          .where('last_seen_at', '>', secondsAgo(idleSeconds))
          .where('created_at', '>', secondsAgo(absoluteSeconds)),
      ),

    touch: (tokenHash: string) =>
      database
        .updateTable('sessions')
        .set({ last_seen_at: sql`now()` })
        .where('token_hash', '=', tokenHash)
        .execute(),

    close: (tokenHash: string) =>
      database
        .deleteFrom('sessions')
        .where('token_hash', '=', tokenHash)
        .returning('customer_id')
        .executeTakeFirst(),

    clean: async () => {
      await deleteInBatches(database, 'sessions', sql`last_seen_at <= ${secondsAgo(idleSeconds)}`);
      await deleteInBatches(database, 'sessions', sql`created_at <= ${secondsAgo(absoluteSeconds)}`);
    },
  };
};
