import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config';
import { createPortalCookies } from '../http/portal-cookies';
import { isToken } from './token';

const sessionCookie = 'session_token';
const browserCookie = 'sign_in_browser';
const csrfCookie = 'XSRF-TOKEN';

/**
 * The token in a cookie. Other pages of the company may set a cookie with the same name, which browsers send as well:
 * skip values that are not tokens.
 */
const tokenIn = ({ headers }: FastifyRequest, cookie: string): string | undefined =>
  (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${cookie}=`))
    .map((pair) => pair.slice(cookie.length + 1))
    .find(isToken);

/** The sign-in cookies. */
export const createCookies = (config: Pick<Config, 'publicUrl' | 'basePath' | 'isEmbedded' | 'session'>) => {
  const cookies = createPortalCookies(config);
  const hidden = { httpOnly: true };
  const maxAge = config.session.absoluteHours * 3600;

  return {
    session: (request: FastifyRequest) => tokenIn(request, sessionCookie),
    setSession: (reply: FastifyReply, token: string) =>
      cookies.set(reply, sessionCookie, token, { ...hidden, maxAge }),
    clearSession: (reply: FastifyReply) => cookies.clear(reply, sessionCookie, hidden),

    /** The pre-login cookie: identifies the browser that asked for a code. */
    browser: (request: FastifyRequest) => tokenIn(request, browserCookie),
    setBrowser: (reply: FastifyReply, token: string) => cookies.set(reply, browserCookie, token, hidden),
    clearBrowser: (reply: FastifyReply) => cookies.clear(reply, browserCookie, hidden),

    csrf: (request: FastifyRequest) => request.cookies[csrfCookie],
    /** Also sets a header, because pages of other origins can read the answer but not the cookie. */
    setCsrf: (reply: FastifyReply, token: string) =>
      cookies.set(reply, csrfCookie, token, { maxAge }).header('x-xsrf-token', token),
  };
};

export type Cookies = ReturnType<typeof createCookies>;
