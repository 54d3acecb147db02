import { createHmac, randomBytes } from 'node:crypto';
import type { Database } from '../database/connect';
import { hashToken, sameSecret } from '../secrets';
import { knownBrowserStore } from './known-browser-store';

/** How long a browser is known after its last sign-in: as long as browsers keep a cookie (RFC 6265bis). */
export const KNOWN_BROWSER_SECONDS = 400 * 24 * 3600;

/** A family shares a browser, and customers sign in by email address or phone number: a cookie holds several passes. */
const PASSES_PER_BROWSER = 4;

/** Limits the rows: each sign-in in a private window adds a browser. */
const BROWSERS_PER_IDENTIFIER = 10;

/** A pass: a random nonce, and its HMAC with the identifier, which the cookie does not name. */
const pass = /^([\w-]{22})\.([\w-]{43})$/;

const SEPARATOR = '~';

/** Whether the text looks like a cookie of `remember`. */
export const arePasses = (text: string): boolean => {
  const passes = text.split(SEPARATOR);
  return passes.length <= PASSES_PER_BROWSER && passes.every((part) => pass.test(part));
};

/** Who signed in, and the cookie from earlier sign-ins. */
interface Arrival {
  identifier: string;
  customerId: string;
  cookie: string | undefined;
}

/**
 * Browsers that customers signed in with before (OWASP's device cookie). Such a browser has limits of its own, so that
 * strangers cannot keep the customer out. It gets no other right: a code is needed all the same.
 * @param key signs the passes
 */
export const createKnownBrowsers = (database: Database, key: Buffer) => {
  const store = knownBrowserStore(database, KNOWN_BROWSER_SECONDS);
  const sign = (nonce: string, identifier: string) =>
    createHmac('sha256', key).update([nonce, identifier].join('\0')).digest('base64url');

  const isFor = (identifier: string) => (text: string) => {
    const [, nonce = '', signature = ''] = pass.exec(text) ?? [];
    return sameSecret(signature, sign(nonce, identifier));
  };

  const passesIn = (cookie: string | undefined) => (cookie ? cookie.split(SEPARATOR) : []);

  const newPass = (identifier: string) => {
    const nonce = randomBytes(16).toString('base64url');
    return `${nonce}.${sign(nonce, identifier)}`;
  };

  return {
    /**
     * @param cookie from the browser; only a genuine one is looked up, so a stranger's costs the same for every identifier
     * @returns the name of this browser in limits; undefined for a stranger
     */
    find: async (cookie: string | undefined, identifier: string): Promise<string | undefined> => {
      const own = passesIn(cookie).find(isFor(identifier));
      if (!own) return undefined;
      const tokenHash = hashToken(own);
      return (await store.isKnown(tokenHash)) ? tokenHash : undefined;
    },

    /**
     * Makes the browser known for the identifier that it signed in with, in a transaction. Its earlier pass becomes
     * worthless.
     * @returns the new cookie
     */
    remember: async ({ identifier, customerId, cookie }: Arrival): Promise<string> => {
      const passes = passesIn(cookie);
      const own = passes.filter(isFor(identifier));
      const next = newPass(identifier);
      for (const former of own) await store.remove(hashToken(former));
      await store.add({ tokenHash: hashToken(next), identifier, customerId });
      await store.keepNewest(identifier, BROWSERS_PER_IDENTIFIER);
      const others = passes.filter((text) => !own.includes(text));
      return [next, ...others].slice(0, PASSES_PER_BROWSER).join(SEPARATOR);
    },
  };
};

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;
