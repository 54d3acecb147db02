import type { Database } from '../../platform/database/connect';
import type { Key } from '../../platform/crypto/secrets';
import { erpStore } from './erp-store';
import type { SessionKeeper } from './session';

/** Encrypts what `sessionKeeper` reads as a grant. */
export const sealGrant = (key: Key, grant: string): string => key.seal(grant, 'session');

/** Keeps the session in the ERP, and what signs in again, encrypted, in the database. */
export const sessionKeeper = (database: Database, key: Key): SessionKeeper => {
  const store = erpStore(database);
  const seal = (text: string) => key.seal(text, 'session');
  const unseal = (text: string | null | undefined) => key.unseal(text ?? '', 'session');
  return {
    read: async () => {
      const state = await store.read();
      return { session: unseal(state?.session), grant: unseal(state?.refresh_token) };
    },
    save: async ({ session, grant }) =>
      void (await store.set({
        ...(session !== undefined && { session: session && seal(session) }),
        ...(session && { refused: null, refused_until: null }),
        ...(grant !== undefined && { refresh_token: seal(grant) }),
      })),
    refusedUntil: async (credentials) => {
      const state = await store.read();
      return state?.refused === key.sign(credentials) ? (state.refused_until ?? undefined) : undefined;
    },
    noteRefused: async (credentials, until) =>
      void (await store.set({ refused: key.sign(credentials), refused_until: until })),
  };
};
