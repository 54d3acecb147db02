import { sql } from 'kysely';
import type { Database } from '../database/connect';
import { secondsFromNow } from '../database/clock';

interface NewChallenge {
  id: string;
  identifier: string;
  browserHash: string;
  codeHash: string;
  lifetimeSeconds: number;
}

/** Pending codes: one challenge per identifier. */
export const challengeStore = (database: Database) => ({
  /** Replaces the challenge of the identifier, and so voids the earlier code. */
  replace: async ({ id, identifier, browserHash, codeHash, lifetimeSeconds }: NewChallenge) => {
    const challenge = {
      id,
      browser_hash: browserHash,
      code_hash: codeHash,
      attempts: 0,
      expires_at: secondsFromNow(lifetimeSeconds),
      consumed_at: null,
    };
    await database
      .insertInto('challenges')
      .values({ identifier, ...challenge })
      .onConflict((conflict) => conflict.column('identifier').doUpdateSet(challenge))
      .execute();
  },

  /** Counts the attempt before the code is compared, so that parallel guesses cannot outrun the count. */
  attempt: (identifier: string, browserHash: string, maxAttempts: number) =>
    database
      .updateTable('challenges')
      .set({ attempts: sql`attempts + 1` })
      .where('identifier', '=', identifier)
      .where('browser_hash', '=', browserHash)
      .where('expires_at', '>', sql<Date>`now()`)
      .where('attempts', '<', maxAttempts)
      .returning(['id', 'code_hash'])
      .executeTakeFirst(),

  /** Consumes the challenge; true for exactly one caller. */
  consume: async (id: string) => {
    const consumed = await database
      .updateTable('challenges')
      .set({ consumed_at: sql`now()` })
      .where('id', '=', id)
      .where('consumed_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return consumed !== undefined;
  },

  clean: () =>
    database
      .deleteFrom('challenges')
      .where('expires_at', '<', sql<Date>`now()`)
      .execute(),
});
