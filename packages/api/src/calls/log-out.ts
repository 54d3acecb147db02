import { inStorage } from '@portal/contract';
import * as v from 'valibot';
import { http } from '../http';

/** Begins the names in `sessionStorage` of what a customer has entered and not sent. */
export const DRAFT_PREFIX = 'portal-draft ';

/** The next person at the device is another one. */
const forgetDrafts = () =>
  inStorage((storage) => {
    for (const name of Object.keys(storage)) if (name.startsWith(DRAFT_PREFIX)) storage.removeItem(name);
  }, 'sessionStorage');

/** How long the customer waits for a server that does not respond. */
const TIMEOUT_MS = 5000;

const responseSchema = v.fallback(v.object({ redirect: v.optional(v.string()) }), {});

/**
 * POST /logout: ends the session on the server, and deletes the drafts in this tab.
 * @returns the URL that ends the session of the identity provider; undefined without one
 */
export const logOut = async (): Promise<string | undefined> => {
  forgetDrafts();
  const { data } = await http.post<unknown>('/logout', undefined, { timeout: TIMEOUT_MS });
  return v.parse(responseSchema, data).redirect;
};
