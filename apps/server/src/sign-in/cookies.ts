import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config';
import { createPortalCookies } from '../http/portal-cookies';
import { arePasses, KNOWN_BROWSER_SECONDS } from './known-browsers';
import { isToken } from './token';

const sessionCookie = 'session_token';
const browserCookie = 'sign_in_browser';
const knownBrowserCookie = 'known_browser';
const csrfCookie = 'XSRF-TOKEN';

/**
 * The value of a cookie. Other pages of the company may set a cookie with the same name, which browsers send as well:
 * skip values that do not look like the portal's.
 */
const valueIn = (
  { headers }: FastifyRequest,
  cookie: string,
  isOurs: (text: string) => boolean,
): string | undefined =>
  (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${cookie}=`))
    .map((pair) => pair.slice(cookie.length + 1))
    .find(isOurs);

/** The sign-in cookies. */
export const createCookies = (config: Pick<Config, 'publicUrl' | 'basePath' | 'isEmbedded' | 'session'>) => {
  const cookies = createPortalCookies(config);
  const hidden = { httpOnly: true };
  const maxAge = config.session.absoluteHours * 3600;

  return {
    session: (request: FastifyRequest) => valueIn(request, sessionCookie, isToken),
    setSession: (reply: FastifyReply, token: string) =>
      cookies.set(reply, sessionCookie, token, { ...hidden, maxAge }),
    clearSession: (reply: FastifyReply) => cookies.clear(reply, sessionCookie, hidden),

    /** The pre-login cookie: identifies the browser that asked for a code. */
    browser: (request: FastifyRequest) => valueIn(request, browserCookie, isToken),
    setBrowser: (reply: FastifyReply, token: string) => cookies.set(reply, browserCookie, token, hidden),
    clearBrowser: (reply: FastifyReply) => cookies.clear(reply, browserCookie, hidden),

    /** The passes of earlier sign-ins. They stay when the customer signs out. */
    knownBrowser: (request: FastifyRequest) => valueIn(request, knownBrowserCookie, arePasses),
    setKnownBrowser: (reply: FastifyReply, passes: string) =>
      cookies.set(reply, knownBrowserCookie, passes, { ...hidden, maxAge: KNOWN_BROWSER_SECONDS }),

    csrf: (request: FastifyRequest) => request.cookies[csrfCookie],
    /** Also sets a header, because pages of other origins can read the answer but not the cookie. */
    setCsrf: (reply: FastifyReply, token: string) =>
      cookies.set(reply, csrfCookie, token, { maxAge }).header('x-xsrf-token', token),
  };
};

export type Cookies = ReturnType<typeof createCookies>;
