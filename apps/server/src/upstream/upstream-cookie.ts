/** What of a cookie's attributes depends on where the portal is served. */
export interface CookieScope {
  /** The portal's base path, '/' at the root. */
  path: string;
  /** Whether the portal is reached by HTTPS. */
  secure: boolean;
}

const nameOf = (attribute: string): string => attribute.split('=', 1)[0]?.trim().toLowerCase() ?? '';

/** Browsers refuse these without `Secure`. */
const needsSecure = (attribute: string): boolean =>
  nameOf(attribute) === 'partitioned' || /^\s*samesite\s*=\s*none\s*$/i.test(attribute);

/**
 * Turns a Set-Cookie of the upstream into one for the portal (RFC 6265 section 4.1): no Domain, so that it is the
 * portal's host's; the portal's own Path; Secure as the portal is reached.
 */
export const toPortalCookie = (setCookie: string, { path, secure }: CookieScope): string => {
  const [pair = '', ...attributes] = setCookie.split(';');
  const kept = attributes
    .filter((attribute) => !['domain', 'path', 'secure', ''].includes(nameOf(attribute)))
    .filter((attribute) => secure || !needsSecure(attribute));
  return [
    pair.trim(),
    ...kept.map((attribute) => attribute.trim()),
    `Path=${path}`,
    ...(secure ? ['Secure'] : []),
  ].join('; ');
};
