import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { deleteInBatches } from '../database/batches';
import { secondsAgo, secondsFromNow } from '../database/clock';
import type { Database } from '../database/connect';

/** How long a code is valid, and delivered (ASVS 5.0 6.5.5 allows ten minutes). */
export const CODE_SECONDS = 600;

/** The stored form of a code: bound to its challenge and identifier, and useless without the key. */
export const hashCode = (
  key: Buffer,
  { id, identifier, code }: { id: string; identifier: string; code: string },
) => createHmac('sha256', key).update([id, identifier, code].join('\0')).digest('hex');

interface NewChallenge {
  id: string;
  identifier: string;
  browserHash: string;
  codeHash: string;
}

/** Pending codes: one challenge per identifier and browser, so that no browser ends another's. */
export const challengeStore = (database: Database) => ({
  /** The id of this browser's challenge, which `replace` would void. */
  idOf: async (identifier: string, browserHash: string) => {
    const challenge = await database
      .selectFrom('challenges')
      .select('id')
      .where('identifier', '=', identifier)
      .where('browser_hash', '=', browserHash)
      .executeTakeFirst();
    return challenge?.id;
  },

  /** Replaces the challenge of this browser, and so voids its earlier code. */
  replace: async ({ id, identifier, browserHash, codeHash }: NewChallenge) => {
    const challenge = {
      browser_hash: browserHash,
      id,
      code_hash: codeHash,
      attempts: 0,
      expires_at: secondsFromNow(CODE_SECONDS),
    };
    await database
      .insertInto('challenges')
      .values({ identifier, ...challenge })
      .onConflict((conflict) => conflict.columns(['identifier', 'browser_hash']).doUpdateSet(challenge))
      .execute();
  },

  /**
   * Counts the attempt before the code is compared, so that parallel attempts cannot outrun the count.
   * @returns the challenge with its attempts, this one included; undefined when none is pending in this browser
   */
  attempt: (identifier: string, browserHash: string) =>
    database
      .updateTable('challenges')
      .set({ attempts: sql`attempts + 1` })
      .where('identifier', '=', identifier)
      .where('browser_hash', '=', browserHash)
      .returning(['id', 'code_hash', 'attempts', sql<boolean>`expires_at <= now()`.as('isExpired')])
      .executeTakeFirst(),

  /** Ends a challenge whose code was used. */
  remove: (id: string) => database.deleteFrom('challenges').where('id', '=', id).execute(),

  /** Deletes challenges an hour after their end: until then, customers hear that the code has expired. */
  clean: () => deleteInBatches(database, 'challenges', sql`expires_at < ${secondsAgo(3600)}`),
});
