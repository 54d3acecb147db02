import { AUTH_CHECK_KEY } from '@portal/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { http, type Cancellable } from '../http';

const ask = (request?: Cancellable) =>
  http.get<unknown>('/auth-check', { validateStatus: () => true, ...request });

/** The response to the last check; `signed-in-customer.ts` reads it. */
export const authResponseOptions = queryOptions({
  queryKey: ['auth-response'],
  queryFn: async ({ signal }) => (await ask({ signal })).data,
  staleTime: Infinity,
  retry: false,
});

/** GET /auth-check: a 200 means authenticated, anything else unauthenticated (specification section 7). */
export const checkAuth = async (request?: Cancellable): Promise<boolean> =>
  (await ask(request)).status === 200;

/** Repeats the auth check during a session. A busy, broken or unreachable server does not mean that the session ended. */
export const hasSessionEnded = async (): Promise<boolean> => {
  const { status } = await ask().catch(() => ({ status: 503 }));
  return status >= 400 && status < 500 && status !== 429;
};

/**
 * Runs once, when the portal starts. After that, `startSession` and `endSession` of the contract write the result.
 * @param before awaited before the call, because it may open a session
 */
export const authCheckAfter = (before?: Promise<unknown>) =>
  queryOptions({
    queryKey: AUTH_CHECK_KEY,
    queryFn: async ({ signal, client }) => {
      await before;
      const { status, data } = await ask({ signal });
      if (status === 200) client.setQueryData(authResponseOptions.queryKey, data);
      return status === 200;
    },
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
  });

export const authCheckOptions = authCheckAfter();

export const useAuthCheck = () => useQuery(authCheckOptions);
