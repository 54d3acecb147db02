import { sql } from 'kysely';
import { daysAgo } from '../../platform/database/clock';
import type { Database } from '../../platform/database/connect';
import { KNOWN_BROWSER_DAYS } from '../../platform/database/schema';
import { hashToken, newToken } from '../../platform/crypto/secrets';

/** A family shares a browser, and customers sign in by email address or phone number: a cookie holds several passes. */
const PASSES_PER_BROWSER = 4;

/** Limits what thieves can use, and the rows: each sign-in in a private window adds a browser. */
const BROWSERS_PER_IDENTIFIER = 10;

const SEPARATOR = '~';

const passesIn = (cookie: string | undefined) => (cookie ? cookie.split(SEPARATOR) : []);

/**
 * Browsers that customers signed in with before (OWASP's device cookie). They have limits of their own, so that
 * strangers cannot keep the customer out, and need a code all the same. A pass is a random token.
 */
export const knownBrowsers = (database: Database) => ({
  /** @returns the name of this browser in limits; undefined for a stranger */
  find: async (cookie: string | undefined, identifier: string): Promise<string | undefined> => {
    const passes = passesIn(cookie).map(hashToken);
    if (passes.length === 0) return undefined;
    const browser = await database
      .selectFrom('known_browsers')
      .select('token_hash')
      .where('token_hash', 'in', passes)
      .where('identifier', '=', identifier)
      .where('signed_in_at', '>', daysAgo(KNOWN_BROWSER_DAYS))
      .executeTakeFirst();
    return browser?.token_hash;
  },

  of: (customerId: string) =>
    database
      .selectFrom('known_browsers')
      .select(['identifier', 'token_hash as browser'])
      .where('customer_id', '=', customerId)
      .execute(),

  /** Makes the browser known for this identifier, and its earlier pass worthless. @returns the new cookie */
  remember: async (cookie: string | undefined, identifier: string, customerId: string): Promise<string> => {
    const former = passesIn(cookie);
    const isFormer = sql<boolean>`token_hash = any(${former.map(hashToken)}::text[])`;
    await database
      .deleteFrom('known_browsers')
      .where(isFormer)
      .where('identifier', '=', identifier)
      .execute();
    const next = newToken();
    await database
      .insertInto('known_browsers')
      .values({ token_hash: hashToken(next), identifier, customer_id: customerId })
      .execute();
    await database
      .deleteFrom('known_browsers')
      .where('token_hash', 'in', (older) =>
        older
          .selectFrom('known_browsers')
          .select('token_hash')
          .where('identifier', '=', identifier)
          .orderBy('signed_in_at', 'desc')
          .offset(BROWSERS_PER_IDENTIFIER),
      )
      .execute();
    const rows = await database.selectFrom('known_browsers').select('token_hash').where(isFormer).execute();
    const kept = rows.map(({ token_hash }) => token_hash);
    const others = former.filter((pass) => kept.includes(hashToken(pass)));
    return [next, ...others].slice(0, PASSES_PER_BROWSER).join(SEPARATOR);
  },
});
