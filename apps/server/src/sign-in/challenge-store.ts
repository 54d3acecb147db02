import { sql } from 'kysely';
import { deleteInBatches } from '../database/batches';
import { secondsAgo, secondsFromNow } from '../database/clock';
import type { Database } from '../database/connect';

interface NewChallenge {
  id: string;
  identifier: string;
  browserHash: string;
  codeHash: string;
  lifetimeSeconds: number;
}

/**
 * During a release, servers of an earlier version still run. They read and write `challenges`, which has one challenge
 * per identifier: this server writes a copy there, and finds their codes there.
 */
const tables = ['browser_challenges', 'challenges'] as const;

type Table = (typeof tables)[number];

/** Pending codes: one challenge per identifier and browser, so that no browser ends another's. */
export const challengeStore = (database: Database) => {
  const attemptIn = (table: Table, identifier: string, browserHash: string) =>
    database
      .updateTable(table)
      .set({ attempts: sql`attempts + 1` })
      .where('identifier', '=', identifier)
      .where('browser_hash', '=', browserHash)
      .returning([
        'id',
        'identifier',
        'code_hash',
        'attempts',
        sql<boolean>`expires_at <= now()`.as('isExpired'),
      ])
      .executeTakeFirst();

  return {
    /** The id of this browser's challenge, which `replace` would void. */
    idOf: async (identifier: string, browserHash: string) => {
      const challenge = await database
        .selectFrom('browser_challenges')
        .select('id')
        .where('identifier', '=', identifier)
        .where('browser_hash', '=', browserHash)
        .executeTakeFirst();
      return challenge?.id;
    },

    /** Replaces the challenge of this browser, and so voids its earlier code. */
    replace: async ({ id, identifier, browserHash, codeHash, lifetimeSeconds }: NewChallenge) => {
      const challenge = {
        browser_hash: browserHash,
        id,
        code_hash: codeHash,
        attempts: 0,
        expires_at: secondsFromNow(lifetimeSeconds),
        consumed_at: null,
      };
      await database
        .insertInto('browser_challenges')
        .values({ identifier, ...challenge })
        .onConflict((conflict) => conflict.columns(['identifier', 'browser_hash']).doUpdateSet(challenge))
        .execute();
      await database
        .insertInto('challenges')
        .values({ identifier, ...challenge })
        .onConflict((conflict) => conflict.column('identifier').doUpdateSet(challenge))
        .execute();
    },

    /**
     * Counts the attempt before the code is compared, so that parallel guesses cannot outrun the count.
     * @returns the challenge with its attempts, this one included; undefined when none is pending in this browser
     */
    attempt: async (identifier: string, browserHash: string) => {
      for (const table of tables) {
        const challenge = await attemptIn(table, identifier, browserHash);
        if (challenge) return { ...challenge, table };
      }
      return undefined;
    },

    /** Consumes the challenge; true for exactly one caller. */
    consume: async ({ table, identifier, id }: { table: Table; identifier: string; id: string }) => {
      const consumed = await database
        .updateTable(table)
        .set({ consumed_at: sql`now()` })
        // Match the key too: `challenges` has no index on ids.
        .where('identifier', '=', identifier)
        .where('id', '=', id)
        .where('consumed_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      return consumed !== undefined;
    },

    /** Deletes challenges an hour after their end: until then, customers hear that the code has expired. */
    clean: async () => {
      for (const table of tables)
        await deleteInBatches(database, table, sql`expires_at < ${secondsAgo(3600)}`);
    },
  };
};
