import replyFrom from '@fastify/reply-from';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../http/failure';
import { isKnownOrigin } from '../http/known-origin';
import type { Config } from '../config';
import type { CookieScope } from './upstream-cookie';
import { toPortalHeaders, toUpstreamHeaders } from './upstream-headers';

/** The nine calls (specification section 7), and the logout that an upstream may have. */
const calls = [
  { method: 'POST', path: '/customer-login/email' },
  { method: 'POST', path: '/customer-login/phone' },
  { method: 'POST', path: '/customer-login/email/verify' },
  { method: 'POST', path: '/customer-login/phone/verify' },
  { method: 'GET', path: '/auth-check' },
  { method: 'GET', path: '/serviceOrder/list' },
  { method: 'GET', path: '/serviceOrder/get' },
  { method: 'GET', path: '/serviceOrder/get-notification-status' },
  { method: 'POST', path: '/serviceOrder/update-notification-status' },
  { method: 'POST', path: '/logout' },
] as const;

interface UpstreamOptions extends Pick<Config, 'publicUrl' | 'embedOrigins' | 'isEmbedded'> {
  /** API_UPSTREAM: a server that answers the nine calls, at this URL's path. */
  upstream: URL;
  /** How long the upstream may take to answer, in milliseconds. */
  timeout?: number;
}

/** A broken connection is a bad gateway, a silent one a gateway time-out (RFC 9110 section 15.6). */
const failureOf = (error: Error & { statusCode?: number }) =>
  error.statusCode === 504
    ? new Failure(504, 'The service takes too long to answer. Please try again later.')
    : new Failure(502, 'The service cannot be reached. Please try again later.');

const foreignSite = () =>
  new Failure(403, 'This request came from another site. Open the portal and try again.');

const withoutSlash = (path: string): string => path.replace(/\/+$/, '');

/** The bytes as they came: left alone, the library would encode them once more. */
const bodyOf = ({ body, headers }: FastifyRequest) =>
  body === undefined ? {} : { body, contentType: headers['content-type'] ?? 'application/octet-stream' };

const passOn = (url: string, cookies: CookieScope) => (request: FastifyRequest, reply: FastifyReply) =>
  reply.from(url, {
    ...bodyOf(request),
    rewriteRequestHeaders: toUpstreamHeaders,
    rewriteHeaders: (headers) => toPortalHeaders(headers, cookies),
    retryDelay: () => null,
    onError: (_reply, { error }) => reply.send(failureOf(error)),
  });

/** Passes the nine calls on to a server that has them, cookies and all; redirects are not followed. */
export const upstreamCalls = async (
  app: FastifyInstance,
  { upstream, timeout = 30_000, ...config }: UpstreamOptions,
): Promise<void> => {
  await app.register(replyFrom, {
    base: upstream.origin,
    // The library's default trusts every certificate.
    undici: { connect: { rejectUnauthorized: true }, headersTimeout: timeout, bodyTimeout: timeout },
    disableRequestLogging: true,
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  // The upstream checks its own token; that no other site sends a POST in a customer's name is checked here, too.
  app.addHook('onRequest', async (request) => {
    if (request.method === 'POST' && !isKnownOrigin(request, config)) throw foreignSite();
  });

  const cookies = {
    path: withoutSlash(config.publicUrl.pathname) || '/',
    secure: config.publicUrl.protocol === 'https:',
    embedded: config.isEmbedded,
  };
  for (const { method, path } of calls)
    app.route({ method, url: path, handler: passOn(withoutSlash(upstream.pathname) + path, cookies) });
};
