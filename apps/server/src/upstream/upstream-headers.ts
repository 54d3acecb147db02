import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { csrfTokenOf, endedWithoutPartition, toPortalCookie, type CookieScope } from './upstream-cookie';

/** They belong to one connection, not to the message (RFC 9110 section 7.6.1). */
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

type Asker = Pick<FastifyRequest, 'ip' | 'host' | 'protocol'>;

/** What the upstream is told: the browser's headers, and who asked, as the portal saw it rather than as claimed. */
export const toUpstreamHeaders = (request: Asker, headers: IncomingHttpHeaders) => ({
  // A body is passed on at once, so nothing waits for "100 Continue".
  ...without(headers, [...hopByHop, 'expect', 'forwarded', 'x-real-ip']),
  'x-forwarded-for': request.ip,
  'x-forwarded-host': request.host,
  'x-forwarded-proto': request.protocol,
});

/** Whom the upstream lets read its answers says nothing about the portal's, which are for its own pages only. */
const isOfOtherOrigins = (name: string): boolean => name.startsWith('access-control-');

/** What the browser is told: the upstream's headers, with its cookies made the portal's. */
export const toPortalHeaders = (headers: IncomingHttpHeaders, scope: CookieScope) => {
  const kept = without(headers, [
    ...hopByHop,
    ...namedByConnection(headers),
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
      ...(scope.embedded ? [endedWithoutPartition(cookie, scope)] : []),
      toPortalCookie(cookie, scope),
    ]),
  };
};
