import { http } from '@portal/api';
import { CALLS_AHEAD_EVENT, type CallsAhead, type EmbedBoot } from '@portal/contract';
import { getAdapter, isAxiosError } from 'axios';
import * as v from 'valibot';

const HEADER = 'x-xsrf-token';

const headersSchema = v.object({ [HEADER]: v.string() });

const WRITING = ['post', 'put', 'patch', 'delete'] as const;

const carry = (token: string): void => {
  for (const method of WRITING) http.defaults.headers[method][HEADER] = token;
};

const readToken = (headers: unknown): void => {
  const { success, output } = v.safeParse(headersSchema, headers);
  if (success) carry(output[HEADER]);
};

/** Sends the last response's CSRF token with every call that writes, which then reads no cookie. */
const carryCsrfToken = (token?: string | null): (() => void) => {
  if (token) carry(token);
  const interceptor = http.interceptors.response.use(
    (response) => {
      readToken(response.headers);
      return response;
    },
    (error: unknown) => {
      if (isAxiosError(error)) readToken(error.response?.headers);
      throw error;
    },
  );
  return () => http.interceptors.response.eject(interceptor);
};

/**
 * Takes over the first call of each URL that the page has sent before. A POST, a new customer, ends the rest.
 * @returns a function that stops it
 */
const takeCallsAhead = (): (() => void) => {
  const ahead: CallsAhead = new Map();
  const take = (calls: CallsAhead) => calls.forEach((response, url) => ahead.set(url, response));
  document.dispatchEvent(new CustomEvent(CALLS_AHEAD_EVENT, { detail: take }));
  if (ahead.size === 0) return () => undefined;
  const { adapter = 'xhr' } = http.defaults;
  const send = getAdapter(adapter);
  http.defaults.adapter = async (config) => {
    const url = http.getUri(config);
    if (config.method !== 'get') ahead.clear();
    const response = await ahead.get(url);
    ahead.delete(url);
    if (!response || config.validateStatus?.(response.status) === false) return send(config);
    const { status, statusText, headers } = response;
    return { data: await response.text(), status, statusText, headers: Object.fromEntries(headers), config };
  };
  return () => {
    http.defaults.adapter = adapter;
  };
};

/** Sets up the client of all calls. @returns a function that ends it, with the CSRF token */
export const setUpHttp = (baseURL: string, csrfToken?: EmbedBoot['csrfToken']): (() => void) => {
  http.defaults.baseURL = baseURL;
  const stops = [takeCallsAhead(), carryCsrfToken(csrfToken)];
  return () => stops.forEach((stop) => stop());
};
