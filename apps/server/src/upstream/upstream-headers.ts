import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { mayHaveOlder } from '../http/cookies';
import {
  cookieNameOf,
  csrfTokenOf,
  endedWithoutPartition,
  toPortalCookie,
  type CookieScope,
} from './upstream-cookie';

/** What the calls need of a request. Others may name another path, user, or client to the upstream. */
const FROM_BROWSER = [
  'accept',
  'accept-encoding',
  'accept-language',
  'content-length',
  'content-type',
  'host',
  'origin',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'traceparent',
  'tracestate',
  'user-agent',
  'x-xsrf-token',
];

/** What the calls need of an answer. The others say how pages and caches treat it: the portal sets these itself. */
const FROM_UPSTREAM = [
  'content-encoding',
  'content-language',
  'content-length',
  'content-type',
  'location',
  'retry-after',
  'vary',
];

const only = (headers: IncomingHttpHeaders, names: readonly string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)));

/** The Cookie header without the portal's own cookies. */
const ofUpstream = (header: string): string =>
  header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => !/^portal_(?:visitor|preview|language)\b/.test(pair))
    .join('; ');

/** What the upstream needs of the browser's headers, with X-Forwarded-* as the portal knows them. */
export const toUpstreamHeaders = (
  { ip }: Pick<FastifyRequest, 'ip'>,
  publicUrl: URL,
  headers: IncomingHttpHeaders,
) => {
  const cookie = ofUpstream(headers.cookie ?? '');
  return {
    ...only(headers, FROM_BROWSER),
    ...(cookie && { cookie }),
    'x-forwarded-for': ip,
    'x-forwarded-host': publicUrl.host,
    'x-forwarded-proto': publicUrl.protocol.replace(':', ''),
  };
};

/** Whether a body is data that a browser neither shows as a page nor executes; one without a type is. */
export const isData = (contentType: unknown): boolean =>
  contentType === undefined ||
  (typeof contentType === 'string' &&
    /^(?:application\/(?:[\w.-]+\+)?json|text\/(?:json|plain))\s*(?:;|$)/i.test(contentType));

/** What the calls need of the upstream's headers, with its cookies rewritten for the portal. */
export const toPortalHeaders = (
  headers: IncomingHttpHeaders,
  asker: Pick<FastifyRequest, 'headers'>,
  scope: CookieScope,
) => {
  const kept = only(headers, FROM_UPSTREAM);
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
