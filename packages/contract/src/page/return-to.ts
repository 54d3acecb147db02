/** The sign-in page, and where Logout leads (specification section 2). */
export const LOGIN_PATH = '/login';

/** The destination of a sign-in without `returnTo` (specification section 2). */
export const AFTER_SIGN_IN = '/service-orders';

/** A placeholder for the portal's origin, to resolve paths. */
const ORIGIN = 'https://portal.invalid';

/** One leading slash, no backslash and no control characters: browsers read or drop them. */
const PLAIN_PATH = /^\/(?!\/)[^\\\p{Cc}]*$/u;

/** An encoded slash, backslash or control character after the first slash: a later reader may decode it. */
const ENCODED_SEPARATOR = /^\/%(?:2f|5c|7f|[01][\da-f])/i;

/** Whether the router would match `/login`, in any spelling. */
const leadsToLogin = (pathname: string): boolean =>
  /^\/login\/?$/i.test(
    pathname.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
  );

/** The sign-in page that returns to `path` (pathname, search and hash). */
export const loginWithReturnTo = (path: string): string =>
  `${LOGIN_PATH}?${new URLSearchParams({ returnTo: path })}`;

/**
 * Reads `returnTo` from the query string of the sign-in page. A value that a browser might read as another origin, or
 * that leads back to the sign-in page, counts as absent (OWASP Unvalidated Redirects and Forwards Cheat Sheet).
 */
export const readReturnTo = (search: string): string => {
  const wanted = new URLSearchParams(search).get('returnTo') ?? '';
  if (!PLAIN_PATH.test(wanted)) return AFTER_SIGN_IN;
  const { pathname, search: query, hash } = new URL(wanted, ORIGIN);
  // Check again: URL resolved the dot segments, which turns "/.//evil.com" into "//evil.com".
  const safe = PLAIN_PATH.test(pathname) && !ENCODED_SEPARATOR.test(pathname) && !leadsToLogin(pathname);
  return safe ? `${pathname}${query}${hash}` : AFTER_SIGN_IN;
};
