/** The sign-in page, and where Logout leads (specification section 2). */
export const LOGIN_PATH = '/login';

/** Where a sign-in leads unless the customer was on the way to somewhere else (specification section 2). */
export const AFTER_SIGN_IN = '/service-orders';

/** Stands for the portal's origin while a path is resolved. */
const ORIGIN = 'https://portal.invalid';

/** One leading slash, and nothing that browsers read as another one or drop (WHATWG URL, "remove all ASCII tab or newline"). */
const PLAIN_PATH = /^\/(?!\/)[^\\\p{Cc}]*$/u;

/** A second slash, backslash or control character that is still encoded: somebody further on may decode it. */
const ENCODED_SEPARATOR = /^\/%(?:2f|5c|7f|[01][\da-f])/i;

/** `/login` in every spelling that the router takes for it. */
const leadsToLogin = (pathname: string): boolean =>
  /^\/login\/?$/i.test(
    pathname.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
  );

/** The sign-in page that leads back to `path` (pathname, search and hash) afterwards. */
export const loginWithReturnTo = (path: string): string =>
  `${LOGIN_PATH}?${new URLSearchParams({ returnTo: path })}`;

/**
 * Reads `returnTo` of the sign-in page. Only a path of this origin is followed; what a browser might read as
 * another address, or what leads back to the sign-in page, counts as absent (OWASP Unvalidated Redirects and
 * Forwards Cheat Sheet).
 * @param search the query string of the sign-in page
 * @returns the normalised path to go to after a sign-in
 */
export const readReturnTo = (search: string): string => {
  const wanted = new URLSearchParams(search).get('returnTo') ?? '';
  if (!PLAIN_PATH.test(wanted)) return AFTER_SIGN_IN;
  const { pathname, search: query, hash } = new URL(wanted, ORIGIN);
  // Checked again: dot segments are gone only now, and "/.//evil.com" has become "//evil.com".
  const safe = PLAIN_PATH.test(pathname) && !ENCODED_SEPARATOR.test(pathname) && !leadsToLogin(pathname);
  return safe ? `${pathname}${query}${hash}` : AFTER_SIGN_IN;
};
