import { queryOptions, useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { http } from '../http';
import { authCheckSchema, type SignedInCustomer } from '../wire/schemas';
import { AUTH_CHECK_KEY, PORTAL_KEY } from '../session';

const checkAuth = (request?: { signal: AbortSignal }) =>
  http.get<unknown>('/auth-check', { validateStatus: () => true, ...request });

/** Repeats the auth check during a session. A busy, broken or unreachable server does not mean that the session ended. */
export const hasSessionEnded = async (): Promise<boolean> => {
  const { status } = await checkAuth().catch(() => ({ status: 503 }));
  return status >= 400 && status < 500 && status !== 429;
};

const responseOptions = queryOptions({
  queryKey: [PORTAL_KEY, 'auth-response'],
  queryFn: async ({ signal }) => (await checkAuth({ signal })).data,
  staleTime: Infinity,
  retry: false,
});

/**
 * GET /auth-check: a 200 means authenticated, anything else unauthenticated (specification section 7). Runs once, when
 * the portal starts. After that, `startSession` and `endSession` write the result.
 * @param before awaited before the call, because it may open a session
 */
export const authCheckAfter = (before?: Promise<unknown>) =>
  queryOptions({
    queryKey: AUTH_CHECK_KEY,
    queryFn: async ({ signal, client }) => {
      await before;
      const { status, data } = await checkAuth({ signal });
      if (status === 200) client.setQueryData(responseOptions.queryKey, data);
      return status === 200;
    },
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
  });

export const authCheckOptions = authCheckAfter();

export const useAuthCheck = () => useQuery(authCheckOptions);

const customerIn = (body: unknown): SignedInCustomer | null => {
  const result = v.safeParse(authCheckSchema, body);
  return (result.success && result.output.customer) || null;
};

/**
 * The signed-in customer; null if the server does not send one. Reads the response of the auth check at the start, and
 * repeats the check after a sign-in.
 */
export const useSignedInCustomer = (): SignedInCustomer | null =>
  useQuery({ ...responseOptions, select: customerIn }).data ?? null;
