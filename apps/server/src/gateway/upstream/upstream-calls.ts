import { Readable } from 'node:stream';
import { calls } from '@portal/api/wire';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config/config';
import { foreignSite, isKnownOrigin } from '../../platform/http/origins';
import { isRepeatable, tooSlow, toPortalType, unreachable, withoutSlash } from '../passing-on';
import { toPortalHeaders, toUpstreamHeaders, type CookieScope } from './upstream-headers';

/** Long enough for a slow server, short enough for a probe. */
const PROBE_TIMEOUT_MS = 2000;

/** Whether the upstream responds. `/readyz` reports it, and does not fail: the page says what is wrong. */
export const upstreamState = (upstream: URL): Promise<{ upstream: 'answers' | 'does not answer' }> =>
  fetch(upstream, { redirect: 'manual', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
    .then(({ body }) => body?.cancel())
    .then(
      () => ({ upstream: 'answers' }),
      () => ({ upstream: 'does not answer' }),
    );

interface UpstreamOptions extends Pick<Config, 'publicUrl' | 'embedOrigins' | 'isEmbedded'> {
  /** API_UPSTREAM: a server that answers the calls below this URL's path. */
  upstream: URL;
  timeoutMs?: number;
}

/** A broken connection is a 502, a silent one a 504 (RFC 9110 section 15.6). */
const failureOf = (error: Error & { statusCode?: number }) =>
  error.statusCode === 504 ? tooSlow() : unreachable();

type From = NonNullable<Parameters<FastifyReply['from']>[1]>;

/** A page in place of data, such as that of a proxy or a firewall, is no response: a refusal keeps its status. */
const sendData: From['onResponse'] = (_request, reply, { stream }) => {
  const type = toPortalType(reply.getHeader('content-type'));
  if (type) {
    reply.header('content-type', type).send(stream);
    return;
  }
  stream.resume();
  for (const part of ['type', 'length', 'encoding', 'language']) reply.removeHeader(`content-${part}`);
  reply.send(reply.statusCode < 300 ? unreachable() : undefined);
};

/** Passes the bytes on unchanged; by default, the library would encode them again. */
const bodyOf = ({ body, headers }: FastifyRequest) =>
  body === undefined || body instanceof Readable
    ? {}
    : { body, contentType: headers['content-type'] ?? 'application/octet-stream' };

const passOn =
  (url: string, publicUrl: URL, cookies: CookieScope) => (request: FastifyRequest, reply: FastifyReply) =>
    reply.from(url, {
      ...bodyOf(request),
      rewriteRequestHeaders: (asker, headers) => toUpstreamHeaders(asker, publicUrl, headers),
      rewriteHeaders: (headers) => toPortalHeaders(headers, request, cookies),
      onResponse: sendData,
      retryDelay: ({ req, err, attempt }) => (attempt === 0 && isRepeatable(req.method, err) ? 1 : null),
      onError: (_reply, { error }) => reply.send(failureOf(error)),
    });

/** Proxies the calls to API_UPSTREAM, cookies included. Redirects are passed on, not followed. */
export const upstreamRoutes = async (
  app: FastifyInstance,
  { upstream, timeoutMs = 30_000, ...config }: UpstreamOptions,
): Promise<void> => {
  // Loaded on demand: few portals need it, and it is a quarter of the server's code.
  await app.register(import('@fastify/reply-from'), {
    base: upstream.origin,
    // By default, the library trusts every certificate.
    undici: { connect: { rejectUnauthorized: true }, headersTimeout: timeoutMs, bodyTimeout: timeoutMs },
    disableRequestLogging: true,
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  // A file goes through as it arrives; the upstream limits it.
  app.addContentTypeParser('multipart/form-data', (_request, body, done) => done(null, body));

  // The upstream checks its own CSRF token; the portal also rejects POSTs from other sites.
  app.addHook('onRequest', async (request) => {
    if (request.method === 'POST' && !isKnownOrigin(request, config)) throw foreignSite();
  });

  const cookies = {
    path: withoutSlash(config.publicUrl.pathname) || '/',
    secure: config.publicUrl.protocol === 'https:',
    embedded: config.isEmbedded,
  };
  for (const call of Object.values(calls))
    app.route({
      method: call.method,
      url: call.path,
      config: { call },
      handler: passOn(withoutSlash(upstream.pathname) + call.path, config.publicUrl, cookies),
    });
};
