import fastifyCookie from '@fastify/cookie';

/** What of a cookie's attributes depends on where the portal is served. */
export interface CookieScope {
  /** The portal's base path, '/' at the root. */
  path: string;
  /** Whether the portal is reached by HTTPS. */
  secure: boolean;
  /** Whether other sites embed the portal. */
  embedded: boolean;
}

const nameOf = (attribute: string): string => attribute.split('=', 1)[0]?.trim().toLowerCase() ?? '';

/** Browsers refuse these without `Secure`. */
const needsSecure = (attribute: string): boolean =>
  nameOf(attribute) === 'partitioned' || /^\s*samesite\s*=\s*none\s*$/i.test(attribute);

/** What an embedded portal sets in place of the upstream's own (`portal-cookies.ts`). */
const ofSites = ['samesite', 'partitioned'];

/**
 * Turns a Set-Cookie of the upstream into one for the portal (RFC 6265 section 4.1): no Domain, so that it is the
 * portal's host's; the portal's own Path; Secure as the portal is reached; for other sites where these embed it.
 */
export const toPortalCookie = (setCookie: string, { path, secure, embedded }: CookieScope): string => {
  const [pair = '', ...attributes] = setCookie.split(';');
  const kept = attributes
    .filter((attribute) => !['domain', 'path', 'secure', ''].includes(nameOf(attribute)))
    .filter((attribute) =>
      embedded ? !ofSites.includes(nameOf(attribute)) : secure || !needsSecure(attribute),
    );
  return [
    pair.trim(),
    ...kept.map((attribute) => attribute.trim()),
    `Path=${path}`,
    ...(secure || embedded ? ['Secure'] : []),
    ...(embedded ? ['SameSite=None', 'Partitioned'] : []),
  ].join('; ');
};

/**
 * The upstream's CSRF token, if a Set-Cookie is about it: a page of another origin cannot read the cookie. Decoded, as
 * axios decodes the cookie of its own page.
 */
export const csrfTokenOf = (setCookie: string): string | undefined =>
  fastifyCookie.parse(setCookie)['XSRF-TOKEN'];

/** Ends the cookie of the same name from before the portal was embedded, which browsers would send as well. */
export const endedWithoutPartition = (setCookie: string, { path, secure }: CookieScope): string =>
  [
    `${setCookie.split('=', 1)[0]?.trim() ?? ''}=`,
    'Max-Age=0',
    `Path=${path}`,
    // Names that begin with __Host- or __Secure- are nothing to a browser without it.
    ...(secure ? ['Secure'] : []),
  ].join('; ');
