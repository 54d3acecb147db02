import { http } from '@portal/api';
import * as v from 'valibot';

const HEADER = 'x-xsrf-token';

const headersSchema = v.object({ [HEADER]: v.string() });

const readToken = (headers: unknown): void => {
  const { success, output } = v.safeParse(headersSchema, headers);
  if (success) http.defaults.headers.post[HEADER] = output[HEADER];
};

/**
 * Sends the CSRF token that a response names with every later POST. An embedder's page needs that, because it can't read
 * the portal's cookie on another origin or path. On the portal's own page, axios prefers the token of the cookie; if the
 * browser drops cookies, the server sees a token without its cookies, and says that they were dropped.
 * @param token the first one
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
