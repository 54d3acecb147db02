import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config';
import { cookieIn, createPortalCookies } from '../http/portal-cookies';
import { arePasses, KNOWN_BROWSER_SECONDS } from './known-browsers';
import { isToken } from '../secrets';

const sessionCookie = 'session_token';
const browserCookie = 'sign_in_browser';
const knownBrowserCookie = 'known_browser';
const csrfCookie = 'XSRF-TOKEN';
const providerCookie = 'sign_in_provider';

/** How long a customer may take to sign in at the identity provider. */
const PROVIDER_SECONDS = 900;

const valueIn = ({ headers }: FastifyRequest, cookie: string, isOurs?: (text: string) => boolean) =>
  cookieIn(headers.cookie, cookie, isOurs);

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

    /** The sign-in that this browser began at the identity provider, encrypted. */
    provider: (request: FastifyRequest) => valueIn(request, providerCookie),
    setProvider: (reply: FastifyReply, begun: string) =>
      cookies.set(reply, providerCookie, begun, { ...hidden, maxAge: PROVIDER_SECONDS }),
    clearProvider: (reply: FastifyReply) => cookies.clear(reply, providerCookie, hidden),

    csrf: (request: FastifyRequest) => valueIn(request, csrfCookie),
    /** Also sets a header, because pages of other origins can read the answer but not the cookie. */
    setCsrf: (reply: FastifyReply, token: string) =>
      cookies.set(reply, csrfCookie, token, { maxAge }).header('x-xsrf-token', token),
  };
};

export type Cookies = ReturnType<typeof createCookies>;
