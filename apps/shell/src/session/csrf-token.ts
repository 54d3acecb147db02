import { http } from '@portal/api';
import * as v from 'valibot';

const HEADER = 'x-xsrf-token';

const headersSchema = v.object({ [HEADER]: v.string() });

const readToken = (headers: unknown): void => {
  const { success, output } = v.safeParse(headersSchema, headers);
  if (success) http.defaults.headers.post[HEADER] = output[HEADER];
};

/** Sends the last response's CSRF token with every POST. axios prefers the cookie, which embedders can't read. */
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
