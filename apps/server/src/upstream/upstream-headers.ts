import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { answerHeaders } from '../http/headers';
import { mayHaveOlder } from '../http/portal-cookies';
import {
  cookieNameOf,
  csrfTokenOf,
  endedWithoutPartition,
  toPortalCookie,
  type CookieScope,
} from './upstream-cookie';

/** Headers of the connection, not of the message (RFC 9110 section 7.6.1). */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

const without = <Headers extends object>(headers: Headers, names: readonly string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

const namedByConnection = ({ connection }: IncomingHttpHeaders): string[] =>
  (connection ?? '').split(',').map((name) => name.trim().toLowerCase());

/** The portal sets these itself. */
const portalHeaders = Object.keys(answerHeaders({ requestId: '', https: true }));

/** The browser's headers, with X-Forwarded-* as the portal knows them rather than as the client claims. */
export const toUpstreamHeaders = (
  { ip }: Pick<FastifyRequest, 'ip'>,
  publicUrl: URL,
  headers: IncomingHttpHeaders,
) => ({
  // The body follows at once, without waiting for "100 Continue".
  ...without(headers, [...hopByHop, 'expect', 'forwarded', 'x-real-ip']),
  'x-forwarded-for': ip,
  'x-forwarded-host': publicUrl.host,
  'x-forwarded-proto': publicUrl.protocol.replace(':', ''),
});

/** The upstream's CORS headers do not apply to the portal. */
const isOfOtherOrigins = (name: string): boolean => name.startsWith('access-control-');

/** The upstream's headers, with its cookies rewritten for the portal. */
export const toPortalHeaders = (
  headers: IncomingHttpHeaders,
  asker: Pick<FastifyRequest, 'headers'>,
  scope: CookieScope,
) => {
  const kept = without(headers, [
    ...hopByHop,
    ...namedByConnection(headers),
    ...portalHeaders,
    ...Object.keys(headers).filter(isOfOtherOrigins),
    'set-cookie',
  ]);
  const cookies = [headers['set-cookie'] ?? []].flat();
  if (cookies.length === 0) return kept;
  const csrfToken = cookies.map(csrfTokenOf).find(Boolean);
  return {
    ...kept,
    ...(csrfToken && { 'x-xsrf-token': csrfToken }),
    'set-cookie': cookies.flatMap((cookie) => [
      ...(scope.embedded && mayHaveOlder(asker, cookieNameOf(cookie))
        ? [endedWithoutPartition(cookie, scope)]
        : []),
      toPortalCookie(cookie, scope),
    ]),
  };
};
