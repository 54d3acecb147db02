import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { cookieIn, mayHaveOlder } from '../../platform/http/cookies';
import { forwardedHeaders, only } from '../passing-on';

/** What the calls need of a request. Others may name another path, user, or client to the upstream. */
const FROM_BROWSER = [
  ...['accept', 'accept-encoding', 'accept-language', 'content-length', 'content-type', 'host', 'origin'],
  ...['sec-fetch-dest', 'sec-fetch-mode', 'sec-fetch-site'],
  ...['traceparent', 'tracestate', 'user-agent', 'x-xsrf-token'],
];

/** What the calls need of a response. The others say how pages and caches treat it: the portal sets these itself. */
const FROM_UPSTREAM = [
  ...['content-encoding', 'content-language', 'content-length', 'content-type'],
  ...['location', 'retry-after', 'vary'],
];

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
    ...forwardedHeaders({ ip }, publicUrl),
  };
};

/** The cookie attributes that depend on where the portal is served. */
export interface CookieScope {
  path: string;
  secure: boolean;
  embedded: boolean;
}

const nameOf = (part: string): string => part.split('=', 1)[0]?.trim() ?? '';

/** Whether a cookie keeps an attribute of the upstream. Browsers reject some without `Secure`. */
const keeps = (attribute: string, { secure, embedded }: CookieScope): boolean => {
  const name = nameOf(attribute).toLowerCase();
  if (['', 'domain', 'path', 'secure'].includes(name)) return false;
  if (embedded) return !['samesite', 'partitioned'].includes(name);
  return secure || !/^(?:partitioned|samesite\s*=\s*none)\s*$/i.test(attribute.trim());
};

/** Rewrites a Set-Cookie for the portal (RFC 6265 section 4.1): its Path, Secure on HTTPS, partitioned if embedded. */
export const toPortalCookie = (setCookie: string, scope: CookieScope): string => {
  const [pair = '', ...attributes] = setCookie.split(';');
  return [
    pair.trim(),
    ...attributes.filter((attribute) => keeps(attribute, scope)).map((attribute) => attribute.trim()),
    `Path=${scope.path}`,
    ...(scope.secure || scope.embedded ? ['Secure'] : []),
    ...(scope.embedded ? ['SameSite=None', 'Partitioned'] : []),
  ].join('; ');
};

/** Deletes the unpartitioned cookie from before the portal was embedded: browsers would send both. */
const endedWithoutPartition = (setCookie: string, { path, secure }: CookieScope): string =>
  // Browsers ignore __Host- and __Secure- cookies without Secure.
  `${nameOf(setCookie)}=; Max-Age=0; Path=${path}${secure ? '; Secure' : ''}`;

/** What the calls need of the upstream's headers, with its cookies rewritten for the portal. */
export const toPortalHeaders = (
  headers: IncomingHttpHeaders,
  asker: Pick<FastifyRequest, 'headers'>,
  scope: CookieScope,
) => {
  // undici hands over a single cookie as a string, which these types do not say.
  const cookies = [headers['set-cookie'] ?? []].flat();
  // Pages of other origins cannot read the cookie, and a tab does not notice that another one got a new one.
  const header = [...cookies, asker.headers.cookie].join(';');
  const csrfToken = cookieIn(header, 'XSRF-TOKEN', (token) => /^[\x21-\x7e]+$/.test(token));
  return {
    ...only(headers, FROM_UPSTREAM),
    ...(csrfToken && { 'x-xsrf-token': csrfToken }),
    ...(cookies.length > 0 && {
      'set-cookie': cookies.flatMap((cookie) => [
        ...(scope.embedded && mayHaveOlder(asker, nameOf(cookie))
          ? [endedWithoutPartition(cookie, scope)]
          : []),
        toPortalCookie(cookie, scope),
      ]),
    }),
  };
};
