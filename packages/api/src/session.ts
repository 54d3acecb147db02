import type { QueryClient } from '@tanstack/react-query';

/** Begins the query keys of the portal's own calls. Their responses are shared; those of other keys are a remote's own. */
export const PORTAL_KEY = 'portal';

/** The query that shell and sign-in share. They are released separately: key and values never change. */
export const AUTH_CHECK_KEY = ['auth-check'] as const;

/** Removes all cached responses but the auth check, which the shell observes. */
const forgetResponses = (queryClient: QueryClient): void =>
  queryClient.removeQueries({ predicate: ({ queryHash }) => queryHash !== JSON.stringify(AUTH_CHECK_KEY) });

/** Tells the shell that a customer has signed in, and removes the cached responses of the previous customer. */
export const startSession = (queryClient: QueryClient): void => {
  forgetResponses(queryClient);
  queryClient.setQueryData(AUTH_CHECK_KEY, true);
};

/** Tells the shell that the session has ended, and removes all cached responses and mutations. */
export const endSession = (queryClient: QueryClient): void => {
  queryClient.setQueryData(AUTH_CHECK_KEY, false);
  forgetResponses(queryClient);
  queryClient.getMutationCache().clear();
};
