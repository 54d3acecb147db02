import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Cookies } from '../../platform/http/cookies';
import { Failure } from '../../platform/http/errors';
import { foreignSite, isKnownOrigin, type KnownOrigins } from '../../platform/http/origins';
import type { App } from '../../platform/http/validation';
import { newToken, type Key } from '../../platform/crypto/secrets';

const TOO_LATE = /*i18n*/ 'This page was open for too long. Please try again.';

/** Covers both causes: cookies deleted once, which a retry fixes, and a browser that blocks cookies. */
const NO_COOKIES =
  /*i18n*/ 'Please try again. If that does not help, your browser does not keep the cookies of this page: allow them, or use another browser.';

/**
 * CSRF protection by signed double submit (OWASP): the script-readable cookie XSRF-TOKEN is an HMAC of the session
 * cookie, or of the pre-login cookie before sign-in. Every POST repeats it in X-XSRF-TOKEN.
 */
export const createCsrf = (cookies: Cookies, key: Key, origins: KnownOrigins) => {
  const secretOf = (request: FastifyRequest) =>
    cookies.session.read(request) ?? cookies.browser.read(request);
  /** Also sets a header: pages of other origins cannot read the cookie, and a tab may hold the token of another one. */
  const give = (reply: FastifyReply, secret: string): string => {
    const token = key.sign(secret);
    if (cookies.csrf.read(reply.request) !== token) cookies.csrf.set(reply, token);
    reply.header('x-xsrf-token', token);
    return token;
  };

  /** The pre-login cookie that a code is bound to; set if missing. */
  const browserOf = (request: FastifyRequest, reply: FastifyReply): string => {
    const known = cookies.browser.read(request);
    if (known) return known;
    const browser = newToken();
    cookies.browser.set(reply, browser);
    return browser;
  };

  /** Gives the browser the token for its next POST. The page, `/embed.json` and `/auth-check` call it. */
  const ensure = (request: FastifyRequest, reply: FastifyReply): string =>
    give(reply, cookies.session.read(request) ?? browserOf(request, reply));

  const hasToken = (request: FastifyRequest): boolean => {
    const secret = secretOf(request);
    const token = request.headers['x-xsrf-token'];
    return Boolean(secret && token && key.verify(secret, String(token)));
  };

  const refusalOf = (request: FastifyRequest, reply: FastifyReply): Failure | undefined => {
    if (request.method === 'GET' || request.method === 'HEAD') return undefined;
    if (hasToken(request)) return isKnownOrigin(request, origins) ? undefined : foreignSite();
    ensure(request, reply);
    // The token arrived without the cookies that were set with it.
    return request.headers['x-xsrf-token'] && !secretOf(request)
      ? new Failure(403, (i18n) => i18n.t(NO_COOKIES)).audited({ event: 'csrf', outcome: 'no-cookies' })
      : new Failure(403, (i18n) => i18n.t(TOO_LATE)).audited({ event: 'csrf', outcome: 'no-token' });
  };

  return {
    ensure,
    browserOf,

    startSession: (reply: FastifyReply, token: string) => {
      cookies.session.set(reply, token);
      cookies.browser.clear(reply);
      give(reply, token);
    },

    /** Clears the session. A pending code of this browser stays valid. */
    endSession: (request: FastifyRequest, reply: FastifyReply): void => {
      if (cookies.session.read(request)) cookies.session.clear(reply);
      give(reply, browserOf(request, reply));
    },

    /** Guards every call of a scope that writes. The rejection sets the right token, so that a retry succeeds. */
    guard: (calls: App) => {
      calls.addHook('onRequest', (request, reply, done) => done(refusalOf(request, reply)));
    },
  };
};
