import { http } from '@portal/api';
import * as v from 'valibot';

const HEADER = 'X-XSRF-TOKEN';
const COOKIE = 'XSRF-TOKEN';

const headersSchema = v.object({ [HEADER.toLowerCase()]: v.string() });

const carry = (token: string): void => {
  http.defaults.headers.post[HEADER] = token;
};

/**
 * Calls `onToken` with each token that a response names.
 * @returns a function that stops reading responses
 */
const readTokens = (onToken: (token: string) => void): (() => void) => {
  const read = (headers: unknown) => {
    const named = v.safeParse(headersSchema, headers);
    if (named.success) onToken(named.output[HEADER.toLowerCase()] ?? '');
  };
  const interceptor = http.interceptors.response.use(
    (answer) => {
      read(answer.headers);
      return answer;
    },
    (error: unknown) => {
      if (http.isAxiosError(error)) read(error.response?.headers);
      throw error;
    },
  );
  return () => http.interceptors.response.eject(interceptor);
};

/**
 * In an embedder's page, sends the token with every POST. The page can't read the portal's cookie on another origin or
 * path; a readable cookie of that name belongs to the page (Angular and Laravel set one) and must not be sent. A response
 * may name the next token.
 * @returns a function that stops reading responses
 */
export const carryCsrfToken = (token: string | null): (() => void) => {
  http.defaults.withXSRFToken = false;
  if (token !== null) carry(token);
  return readTokens(carry);
};

/**
 * On the portal's own page, axios sends the token of the cookie. If the browser drops cookies, this sends the token of
 * the response instead: the server sees a token without its cookies, and says that they were dropped.
 */
export const carryCsrfTokenWithoutCookies = (): void => {
  readTokens((token) => {
    if (!document.cookie.includes(`${COOKIE}=`)) carry(token);
  });
};
