import * as v from 'valibot';
import { http } from '../http';

/** How long the customer waits for a server that does not respond. */
const TIMEOUT_MS = 5000;

const responseSchema = v.fallback(v.object({ redirect: v.optional(v.string()) }), {});

/**
 * POST /logout: ends the session on the server.
 * @returns the URL that ends the session of the identity provider; undefined without one
 */
export const logOut = async (): Promise<string | undefined> => {
  const { data } = await http.post<unknown>('/logout', undefined, { timeout: TIMEOUT_MS });
  return v.parse(responseSchema, data).redirect;
};
