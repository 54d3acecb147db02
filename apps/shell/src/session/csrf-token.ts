import { http } from '@portal/api';
import * as v from 'valibot';

const HEADER = 'x-xsrf-token';

const headersSchema = v.object({ [HEADER]: v.string() });

const readToken = (headers: unknown): void => {
  const { success, output } = v.safeParse(headersSchema, headers);
  if (success) http.defaults.headers.post[HEADER] = output[HEADER];
};

/**
 * Sends the CSRF token of the last response with every POST: an embedder's page can't read the cookie. On the portal's
 * own page, axios prefers the cookie; without one, the server sees the token alone, and says that cookies were
 * dropped.
 * @returns a function that stops reading responses
 */
export const carryCsrfToken = (token?: string | null): (() => void) => {
  if (token) http.defaults.headers.post[HEADER] = token;
  const interceptor = http.interceptors.response.use(
    (response) => {
      readToken(response.headers);
      return response;
    },
    (error: unknown) => {
      if (http.isAxiosError(error)) readToken(error.response?.headers);
      throw error;
    },
  );
  return () => http.interceptors.response.eject(interceptor);
};
