import { authCheckOptions, http } from '@portal/api';
import type { QueryClient } from '@tanstack/react-query';

const AUTH_CHECK = authCheckOptions.queryKey[0];

/**
 * The paths that the cookie may be of: in a page of the portal's own its base path or the whole host, because a server
 * may have given it to either; in somebody else's page the portal's path alone, where that is of the same origin.
 */
const cookiePaths = (): string[] => {
  const base = http.defaults.baseURL || '/';
  if (base.startsWith('/')) return ['/', base];
  const { origin, pathname } = new URL(base);
  return origin === location.origin ? [pathname] : [];
};

const clearSessionCookie = (): void => {
  for (const path of cookiePaths()) document.cookie = `session_token=; Max-Age=0; Path=${path}`;
};

/**
 * Leaves nothing of the customer in the browser: every cached answer, and the session cookie by Max-Age=0
 * (specification section 9). The server's own cookie is HttpOnly and ended by the server; this one is for
 * servers whose cookie scripts can see.
 */
export const endSession = (queryClient: QueryClient): void => {
  clearSessionCookie();
  queryClient.setQueryData(authCheckOptions.queryKey, false);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== AUTH_CHECK });
  queryClient.getMutationCache().clear();
};
