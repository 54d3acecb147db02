import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { deleteInBatches } from '../database/batches';
import { secondsAgo } from '../database/clock';
import type { Database } from '../database/connect';
import { KNOWN_BROWSER_SECONDS } from '../http/cookies';
import { hashToken, randomText, sameSecret } from '../secrets';

/** A family shares a browser, and customers sign in by email address or phone number: a cookie holds several passes. */
const PASSES_PER_BROWSER = 4;

/** Limits the rows: each sign-in in a private window adds a browser. */
const BROWSERS_PER_IDENTIFIER = 10;

const SEPARATOR = '~';

const passesIn = (cookie: string | undefined) => (cookie ? cookie.split(SEPARATOR) : []);

/** Who signed in, and the cookie from earlier sign-ins. */
interface SignedIn {
  identifier: string;
  customerId: string;
  passes: string | undefined;
}

/**
 * Browsers that customers signed in with before (OWASP's device cookie). Such a browser has limits of its own, so that
 * strangers cannot keep the customer out. It gets no other right: a code is needed all the same. A pass is a random
 * nonce with its HMAC over nonce and identifier, which the cookie does not name; deleting its row makes it worthless.
 * @param key signs the passes
 */
export const knownBrowsers = (database: Database, key: Buffer) => {
  const sign = (nonce: string, identifier: string) =>
    createHmac('sha256', key).update([nonce, identifier].join('\0')).digest('base64url');
  const isFor = (identifier: string) => (pass: string) => {
    const [nonce = '', signature = ''] = pass.split('.');
    return sameSecret(signature, sign(nonce, identifier));
  };
  const newPass = (identifier: string) => {
    const nonce = randomText(16, 'base64url');
    return `${nonce}.${sign(nonce, identifier)}`;
  };

  return {
    /**
     * @param cookie from the browser; only a genuine one is looked up, so a stranger's costs the same for every identifier
     * @returns the name of this browser in limits; undefined for a stranger
     */
    find: async (cookie: string | undefined, identifier: string): Promise<string | undefined> => {
      const pass = passesIn(cookie).find(isFor(identifier));
      if (!pass) return undefined;
      const browser = await database
        .selectFrom('known_browsers')
        .select('token_hash')
        .where('token_hash', '=', hashToken(pass))
        .where('signed_in_at', '>', secondsAgo(KNOWN_BROWSER_SECONDS))
        .executeTakeFirst();
      return browser?.token_hash;
    },

    /**
     * Makes the browser known for the identifier that it signed in with, in a transaction. Its earlier pass becomes
     * worthless.
     * @returns the new cookie
     */
    remember: async ({ identifier, customerId, passes }: SignedIn): Promise<string> => {
      const isReplaced = isFor(identifier);
      const replaced = passesIn(passes).filter(isReplaced).map(hashToken);
      if (replaced.length > 0)
        await database.deleteFrom('known_browsers').where('token_hash', 'in', replaced).execute();
      const next = newPass(identifier);
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
      const others = passesIn(passes).filter((pass) => !isReplaced(pass));
      return [next, ...others].slice(0, PASSES_PER_BROWSER).join(SEPARATOR);
    },

    clean: () =>
      deleteInBatches(database, 'known_browsers', sql`signed_in_at <= ${secondsAgo(KNOWN_BROWSER_SECONDS)}`),
  };
};
