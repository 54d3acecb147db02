import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config';
import { createPortalCookies } from '../http/portal-cookies';

const sessionCookie = 'session_token';
const browserCookie = 'sign_in_browser';
const csrfCookie = 'XSRF-TOKEN';

/** The cookies of sign-in. */
export const createCookies = (config: Pick<Config, 'publicUrl' | 'basePath' | 'isEmbedded' | 'session'>) => {
  const cookies = createPortalCookies(config);
  const hidden = { httpOnly: true };
  const maxAge = config.session.absoluteHours * 3600;

  return {
    session: (request: FastifyRequest) => request.cookies[sessionCookie],
    setSession: (reply: FastifyReply, token: string) =>
      cookies.set(reply, sessionCookie, token, { ...hidden, maxAge }),
    clearSession: (reply: FastifyReply) => cookies.clear(reply, sessionCookie, hidden),

    /** The pre-login cookie: which browser asked for a code. */
    browser: (request: FastifyRequest) => request.cookies[browserCookie],
    setBrowser: (reply: FastifyReply, token: string) => cookies.set(reply, browserCookie, token, hidden),
    clearBrowser: (reply: FastifyReply) => cookies.clear(reply, browserCookie, hidden),

    csrf: (request: FastifyRequest) => request.cookies[csrfCookie],
    /** In a header, too: a page of another origin that may read the answer cannot read the cookie. */
    setCsrf: (reply: FastifyReply, token: string) =>
      cookies.set(reply, csrfCookie, token, { maxAge }).header('x-xsrf-token', token),
  };
};

export type Cookies = ReturnType<typeof createCookies>;
