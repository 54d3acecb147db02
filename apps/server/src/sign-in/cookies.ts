import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config';

const sessionCookie = 'session_token';
const browserCookie = 'sign_in_browser';
const csrfCookie = 'XSRF-TOKEN';

/** The cookies of sign-in: under the portal's path, Secure on HTTPS, no Domain (ASVS 5.0 3.3.2, 3.3.4). */
export const createCookies = ({
  publicUrl,
  basePath,
  session,
}: Pick<Config, 'publicUrl' | 'basePath' | 'session'>) => {
  const shared = { path: basePath || '/', secure: publicUrl.protocol === 'https:', sameSite: 'lax' } as const;
  const hidden = { ...shared, httpOnly: true };
  const maxAge = session.absoluteHours * 3600;

  return {
    session: (request: FastifyRequest) => request.cookies[sessionCookie],
    setSession: (reply: FastifyReply, token: string) =>
      reply.setCookie(sessionCookie, token, { ...hidden, maxAge }),
    clearSession: (reply: FastifyReply) => reply.setCookie(sessionCookie, '', { ...hidden, maxAge: 0 }),

    /** The pre-login cookie: which browser asked for a code. */
    browser: (request: FastifyRequest) => request.cookies[browserCookie],
    setBrowser: (reply: FastifyReply, token: string) => reply.setCookie(browserCookie, token, hidden),
    clearBrowser: (reply: FastifyReply) => reply.setCookie(browserCookie, '', { ...hidden, maxAge: 0 }),

    csrf: (request: FastifyRequest) => request.cookies[csrfCookie],
    setCsrf: (reply: FastifyReply, token: string) =>
      reply.setCookie(csrfCookie, token, { ...shared, maxAge }),
  };
};

export type Cookies = ReturnType<typeof createCookies>;
