import { AUTH_CHECK_KEY } from '@portal/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { http, type Cancellable } from '../http';

const askStatus = async (request?: Cancellable): Promise<number> =>
  (await http.get<unknown>('/auth-check', { validateStatus: () => true, ...request })).status;

/** GET /auth-check: a 200 means authenticated, anything else unauthenticated (specification section 7). */
export const checkAuth = async (request?: Cancellable): Promise<boolean> =>
  (await askStatus(request)) === 200;

/** Asks again in the middle of a session. A server that is busy, broken, or out of reach has not ended it. */
export const hasSessionEnded = async (): Promise<boolean> => {
  const status = await askStatus().catch(() => 503);
  return status >= 400 && status < 500 && status !== 429;
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
