import { sql } from 'kysely';
import { secondsAgo } from '../database/clock';
import type { Database } from '../database/connect';

/** How long a session lives, in seconds: without use, and in all. */
export interface SessionLifetime {
  idleSeconds: number;
  absoluteSeconds: number;
}

/** Sessions by the hash of their token. */
export const sessionStore = (database: Database, { idleSeconds, absoluteSeconds }: SessionLifetime) => ({
  open: (tokenHash: string, customerId: string) =>
    database.insertInto('sessions').values({ token_hash: tokenHash, customer_id: customerId }).execute(),

  find: (tokenHash: string) =>
    database
      .selectFrom('sessions')
      // A use is written down once in a sixtieth of the idle time: most reads write nothing.
      .select(['customer_id', sql<boolean>`last_seen_at < ${secondsAgo(idleSeconds / 60)}`.as('stale')])
      .where('token_hash', '=', tokenHash)
      .where('last_seen_at', '>', secondsAgo(idleSeconds))
      .where('created_at', '>', secondsAgo(absoluteSeconds))
      .executeTakeFirst(),

  touch: (tokenHash: string) =>
    database
      .updateTable('sessions')
      .set({ last_seen_at: sql`now()` })
      .where('token_hash', '=', tokenHash)
      .execute(),

  close: (tokenHash: string) => database.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute(),

  clean: () =>
    database
      .deleteFrom('sessions')
      .where((session) =>
        session.or([
          session('last_seen_at', '<=', secondsAgo(idleSeconds)),
          session('created_at', '<=', secondsAgo(absoluteSeconds)),
        ]),
      )
      .execute(),
});
