import { authCheckOptions } from '@portal/api';
import { hashKey, type QueryClient } from '@tanstack/react-query';

const AUTH_CHECK = hashKey(authCheckOptions.queryKey);

/**
 * Tells the shell that the customer is signed in, and forgets what was cached for whoever was signed in before.
 * The query of the auth check itself stays: the shell is watching that very one.
 */
export const startSession = (queryClient: QueryClient): void => {
  queryClient.removeQueries({ predicate: ({ queryHash }) => queryHash !== AUTH_CHECK });
  queryClient.setQueryData(authCheckOptions.queryKey, true);
};
