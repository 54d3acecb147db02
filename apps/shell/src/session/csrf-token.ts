import { http } from '@portal/api';
import * as v from 'valibot';

const HEADER = 'X-XSRF-TOKEN';

const headersSchema = v.object({ [HEADER.toLowerCase()]: v.string() });

/**
 * Repeats the token in every POST of a page that cannot read its cookie, because the portal is of another origin or
 * path. A cookie of that name that it can read is the page's own (Angular and Laravel have one), and is not ours to
 * send. An answer may name the next token.
 * @returns how to end that
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
