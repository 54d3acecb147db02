import { http } from '@portal/api';
import * as v from 'valibot';

const HEADER = 'X-XSRF-TOKEN';

const headersSchema = v.object({ [HEADER.toLowerCase()]: v.string() });

/**
 * Sends the token with every POST. A page can't read the portal's cookie on another origin or path; a readable cookie of
 * that name belongs to the page (Angular and Laravel set one) and must not be sent. A response may name the next token.
 * @returns a function that stops reading responses
 */
export const carryCsrfToken = (token: string | null): (() => void) => {
  const carry = (next: string) => void (http.defaults.headers.post[HEADER] = next);
  const read = (headers: unknown) => {
    const named = v.safeParse(headersSchema, headers);
    if (named.success) carry(named.output[HEADER.toLowerCase()] ?? '');
  };
  http.defaults.withXSRFToken = false;
  if (token !== null) carry(token);
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
