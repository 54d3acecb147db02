import type { IncomingHttpHeaders, OutgoingHttpHeader } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { errorCode } from '../platform/config/error-code';
import { Failure } from '../platform/http/errors';

/* What calls have in common that the portal passes on: to API_UPSTREAM, and to the back ends of remotes. */

/** The upstream, or a remote's back end, gave no response that a customer may see. */
export const unreachable = (status = 502, retryAfter?: number) =>
  new Failure(status, (i18n) => i18n.t('The service cannot be reached. Please try again later.'), retryAfter);

export const tooSlow = () =>
  new Failure(504, (i18n) => i18n.t('The service is taking too long to respond. Please try again later.'));

const RESET = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

/** Whether to send a call again: a server may close a kept connection just as a GET arrives on it (RFC 9112 section 9.3.1). */
export const isRepeatable = (method = 'GET', error: unknown): boolean =>
  method === 'GET' && RESET.includes(errorCode(error) ?? '');

export const withoutSlash = (path: string): string => path.replace(/\/+$/, '');

export const only = (headers: IncomingHttpHeaders, names: readonly string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)));

/** Who asks, and where, as the portal knows it. */
export const forwardedHeaders = ({ ip }: Pick<FastifyRequest, 'ip'>, publicUrl: URL) => ({
  'x-forwarded-for': ip,
  'x-forwarded-host': publicUrl.host,
  'x-forwarded-proto': publicUrl.protocol.replace(':', ''),
});

/**
 * The portal's own type for data, which a browser neither shows as a page nor executes; undefined for any other. What a
 * server wrote never reaches the browser, which may read it in another way: `application/json;, text/html` is a page.
 */
export const toPortalType = (contentType?: OutgoingHttpHeader | null): string | undefined => {
  const given = String(contentType ?? 'text/plain');
  const [type, json] =
    /^(?:(application\/(?:[\w.-]+\+)?json|text\/json)|text\/plain)\s*(?:;|$)/i.exec(given) ?? [];
  const [, charset = 'utf-8'] = /;\s*charset="?([\w-]+)/i.exec(given) ?? [];
  return type && `${json ? 'application/json' : 'text/plain'}; charset=${charset.toLowerCase()}`;
};
