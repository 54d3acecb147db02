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

/** Asked once when the portal starts; from then on sign-in, logout and a 401 write the answer. */
export const authCheckOptions = queryOptions({
  queryKey: ['auth-check'],
  queryFn: ({ signal }) => checkAuth({ signal }),
  staleTime: Infinity,
  gcTime: Infinity,
  retry: false,
});

export const useAuthCheck = () => useQuery(authCheckOptions);
