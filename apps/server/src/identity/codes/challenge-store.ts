import { sql, type Insertable } from 'kysely';
import { secondsFromNow } from '../../platform/database/clock';
import type { Database } from '../../platform/database/connect';
import type { Tables } from '../../platform/database/schema';

/** How long a code is valid, and delivered (ASVS 5.0 6.5.5 allows ten minutes). */
export const CODE_SECONDS = 600;

/** A code bound to its challenge and identifier. Only its HMAC is stored, which is useless without the key. */
export const boundCode = ({ id, identifier, code }: { id: string; identifier: string; code: string }) =>
  [id, identifier, code].join('\0');

/** Pending codes: one challenge per identifier and browser, so that no browser ends another's. */
export const challengeStore = (database: Database) => ({
  /** Replaces the challenge of this browser, and so voids its earlier code. @returns the id of the replaced one */
  replace: async (
    challenge: Omit<Insertable<Tables['challenges']>, 'attempts' | 'expires_at' | 'former'>,
  ) => {
    const values = { ...challenge, attempts: 0, expires_at: secondsFromNow(CODE_SECONDS) };
    const former = sql<string>`case when challenges.expires_at > now()
      then challenges.former || jsonb_build_object('id', challenges.id, 'code_hash', challenges.code_hash)
      else '[]' end`;
    // The subquery sees the row as it was before this statement.
    const { replaced } = await database
      .insertInto('challenges')
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(['identifier', 'browser_hash']).doUpdateSet({ ...values, former }),
      )
      .returning(
        sql<string | null>`(
          select id from challenges as former
          where (identifier, browser_hash) = (${challenge.identifier}, ${challenge.browser_hash})
        )`.as('replaced'),
      )
      .executeTakeFirstOrThrow();
    return replaced;
  },

  /** Counts the attempt before the code is compared, so that parallel attempts cannot outrun the count. */
  attempt: (identifier: string, browserHash: string) =>
    database
      .updateTable('challenges')
      .set({ attempts: sql`attempts + 1` })
      .where('identifier', '=', identifier)
      .where('browser_hash', '=', browserHash)
      .returning(['id', 'code_hash', 'former', 'attempts', sql<boolean>`expires_at <= now()`.as('isExpired')])
      .executeTakeFirst(),

  /** The browser that last asked for a code of an identifier, perhaps one that has expired since. */
  lastOf: (identifier: string) =>
    database
      .selectFrom('challenges')
      .select('browser_hash')
      .where('identifier', '=', identifier)
      .orderBy('expires_at', 'desc')
      .executeTakeFirst(),

  remove: (id: string) => database.deleteFrom('challenges').where('id', '=', id).execute(),
});
