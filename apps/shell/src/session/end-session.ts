import { authCheckOptions } from '@portal/api';
import type { QueryClient } from '@tanstack/react-query';

const AUTH_CHECK = authCheckOptions.queryKey[0];

/**
 * Leaves nothing of the customer in the browser: every cached answer, and the session cookie by Max-Age=0
 * (specification section 9). The server's own cookie is HttpOnly and ended by the server; this one is for
 * servers whose cookie scripts can see.
 */
export const endSession = (queryClient: QueryClient): void => {
  document.cookie = 'session_token=; Max-Age=0; Path=/';
  void queryClient.cancelQueries();
  queryClient.setQueryData(authCheckOptions.queryKey, false);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== AUTH_CHECK });
  queryClient.getMutationCache().clear();
};
