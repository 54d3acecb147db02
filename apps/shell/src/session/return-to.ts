/** Where a sign-in leads unless the customer was on the way to somewhere else (specification section 2). */
export const AFTER_SIGN_IN = '/service-orders';

export const LOGIN_PATH = '/login';

/** The sign-in page, which leads back to `path` (pathname and search) afterwards. */
export const loginWithReturnTo = (path: string): string =>
  `${LOGIN_PATH}?${new URLSearchParams({ returnTo: path })}`;

/** Stands for this portal's origin while a path is resolved. */
const ORIGIN = 'https://portal.invalid';

/**
 * Reads `returnTo` of the sign-in page. Only a path of this origin is followed; anything that a browser might
 * read as another address, or that leads back to the sign-in page, counts as absent (ASVS 5.0 row 3.7.2).
 * @param search the query string of the sign-in page
 */
export const readReturnTo = (search: string): string => {
  const wanted = new URLSearchParams(search).get('returnTo') ?? '';
  if (!URL.canParse(wanted, ORIGIN) || !wanted.startsWith('/')) return AFTER_SIGN_IN;
  const { origin, pathname, search: query, hash } = new URL(wanted, ORIGIN);
  const leadsElsewhere = origin !== ORIGIN || pathname.startsWith('//') || pathname === LOGIN_PATH;
  return leadsElsewhere ? AFTER_SIGN_IN : `${pathname}${query}${hash}`;
};
