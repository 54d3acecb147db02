import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config';
import { createPortalCookies } from '../http/portal-cookies';
import { isToken } from './token';

const sessionCookie = 'session_token';
const browserCookie = 'sign_in_browser';
const csrfCookie = 'XSRF-TOKEN';

/**
 * The token that a cookie holds. The company's other pages may have a cookie of the same name, which browsers send as
 * well, in front or behind; it counts as absent.
 */
const tokenIn = ({ headers }: FastifyRequest, cookie: string): string | undefined =>
  (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${cookie}=`))
    .map((pair) => pair.slice(cookie.length + 1))
    .find(isToken);

/** The cookies of sign-in. */
export const createCookies = (config: Pick<Config, 'publicUrl' | 'basePath' | 'isEmbedded' | 'session'>) => {
  const cookies = createPortalCookies(config);
  const hidden = { httpOnly: true };
  const maxAge = config.session.absoluteHours * 3600;

  return {
    session: (request: FastifyRequest) => tokenIn(request, sessionCookie),
    setSession: (reply: FastifyReply, token: string) =>
      cookies.set(reply, sessionCookie, token, { ...hidden, maxAge }),
    clearSession: (reply: FastifyReply) => cookies.clear(reply, sessionCookie, hidden),

    /** The pre-login cookie: which browser asked for a code. */
    browser: (request: FastifyRequest) => tokenIn(request, browserCookie),
    setBrowser: (reply: FastifyReply, token: string) => cookies.set(reply, browserCookie, token, hidden),
    clearBrowser: (reply: FastifyReply) => cookies.clear(reply, browserCookie, hidden),

    csrf: (request: FastifyRequest) => request.cookies[csrfCookie],
    /** In a header, too: a page of another origin that may read the answer cannot read the cookie. */
    setCsrf: (reply: FastifyReply, token: string) =>
      cookies.set(reply, csrfCookie, token, { maxAge }).header('x-xsrf-token', token),
  };
};

export type Cookies = ReturnType<typeof createCookies>;
