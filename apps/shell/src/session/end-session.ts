import { authCheckOptions, http } from '@portal/api';
import type { QueryClient } from '@tanstack/react-query';

const AUTH_CHECK = authCheckOptions.queryKey[0];

/** A server may have given the cookie to the portal's base path or to the whole host. */
const clearSessionCookie = (): void => {
  for (const path of ['/', http.defaults.baseURL || '/']) {
    document.cookie = `session_token=; Max-Age=0; Path=${path}`;
  }
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
