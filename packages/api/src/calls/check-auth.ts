import { AUTH_CHECK_KEY } from '@portal/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { http, type Cancellable } from '../http';

/** GET /auth-check: a 200 means authenticated, anything else unauthenticated (specification section 7). */
export const checkAuth = async (request?: Cancellable): Promise<boolean> => {
  const { status } = await http.get<unknown>('/auth-check', {
    validateStatus: () => true,
    ...request,
  });
  return status === 200;
};

/** Asked once, when the portal starts. After that, `startSession` and `endSession` of the contract write the answer. */
export const authCheckOptions = queryOptions({
  queryKey: AUTH_CHECK_KEY,
  queryFn: ({ signal }) => checkAuth({ signal }),
  staleTime: Infinity,
  gcTime: Infinity,
  retry: false,
});

export const useAuthCheck = () => useQuery(authCheckOptions);
