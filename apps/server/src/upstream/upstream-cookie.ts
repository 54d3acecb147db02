import { cookieIn } from '../http/cookies';

/** The cookie attributes that depend on where the portal is served. */
export interface CookieScope {
  /** The portal's base path, '/' at the root. */
  path: string;
  /** Whether the portal is served over HTTPS. */
  secure: boolean;
  /** Whether other sites embed the portal. */
  embedded: boolean;
}

const nameOf = (attribute: string): string => attribute.split('=', 1)[0]?.trim().toLowerCase() ?? '';

/** Browsers reject these attributes without `Secure`. */
const needsSecure = (attribute: string): boolean =>
  nameOf(attribute) === 'partitioned' || /^\s*samesite\s*=\s*none\s*$/i.test(attribute);

/** An embedded portal replaces these attributes (see `http/cookies.ts`). */
const ofSites = ['samesite', 'partitioned'];

/**
 * Rewrites an upstream's Set-Cookie for the portal (RFC 6265 section 4.1): without Domain, with the portal's Path, with
 * Secure on HTTPS, and partitioned when other sites embed the portal.
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
 * The upstream's CSRF token, if the Set-Cookie has it: pages of other origins cannot read the cookie. Decoded, as axios
 * decodes cookies.
 */
export const csrfTokenOf = (setCookie: string): string | undefined => cookieIn(setCookie, 'XSRF-TOKEN');

export const cookieNameOf = (setCookie: string): string => setCookie.split('=', 1)[0]?.trim() ?? '';

/** Deletes the unpartitioned cookie from before the portal was embedded: browsers would send both. */
export const endedWithoutPartition = (setCookie: string, { path, secure }: CookieScope): string =>
  [
    `${cookieNameOf(setCookie)}=`,
    'Max-Age=0',
    `Path=${path}`,
    // Browsers ignore __Host- and __Secure- cookies without it.
    ...(secure ? ['Secure'] : []),
  ].join('; ');
