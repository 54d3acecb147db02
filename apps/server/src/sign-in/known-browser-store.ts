import { sql } from 'kysely';
import { deleteInBatches } from '../database/batches';
import { secondsAgo } from '../database/clock';
import type { Database } from '../database/connect';

interface KnownBrowser {
  tokenHash: string;
  identifier: string;
  customerId: string;
}

/** Browsers that signed in with an identifier, by the hash of their token. Deleting a row makes one a stranger. */
export const knownBrowserStore = (database: Database, lifetimeSeconds: number) => ({
  isKnown: async (tokenHash: string) => {
    const browser = await database
      .selectFrom('known_browsers')
      .select('token_hash')
      .where('token_hash', '=', tokenHash)
      .where('signed_in_at', '>', secondsAgo(lifetimeSeconds))
      .executeTakeFirst();
    return browser !== undefined;
  },

  add: ({ tokenHash, identifier, customerId }: KnownBrowser) =>
    database
      .insertInto('known_browsers')
      .values({ token_hash: tokenHash, identifier, customer_id: customerId })
      .execute(),

  remove: (tokenHash: string) =>
    database.deleteFrom('known_browsers').where('token_hash', '=', tokenHash).execute(),

  /** Removes all but the newest browsers of an identifier. */
  keepNewest: (identifier: string, count: number) =>
    database
      .deleteFrom('known_browsers')
      .where('token_hash', 'in', (older) =>
        older
          .selectFrom('known_browsers')
          .select('token_hash')
          .where('identifier', '=', identifier)
          .orderBy('signed_in_at', 'desc')
          .offset(count),
      )
      .execute(),

  clean: () =>
    deleteInBatches(database, 'known_browsers', sql`signed_in_at <= ${secondsAgo(lifetimeSeconds)}`),
});
