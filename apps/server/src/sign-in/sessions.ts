import type { Config } from '../config';
import type { Database } from '../database/connect';
import { type Origin, sessionStore } from './session-store';
import { hashToken, newToken } from '../secrets';

/** Sessions: opaque tokens, stored as hashes, ended on the server (ASVS 5.0 7.2.3, 7.2.4, 7.4.1). */
export const createSessions = (database: Database, lifetime: Config['session']) => {
  const store = sessionStore(database, lifetime);

  return {
    /**
     * @param origin who signed the customer in, if not the portal
     * @returns the new session's token
     */
    open: async (customerId: string, origin?: Origin) => {
      const token = newToken();
      await store.open(hashToken(token), customerId, origin);
      return token;
    },

    /** @returns the customer's id; undefined when the session has ended or never existed */
    customerOf: async (token: string | undefined) => {
      if (!token) return undefined;
      const session = await store.find(hashToken(token));
      if (session?.stale) await store.touch(hashToken(token));
      return session?.customer_id;
    },

    /** @returns the session, if there was one */
    close: async (token: string | undefined) => (token ? store.close(hashToken(token)) : undefined),

    closeOf: store.closeOf,
  };
};
