import { AUTH_CHECK_KEY } from '@portal/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { http, type Cancellable } from '../http';
import { authCheckSchema, type SignedInCustomer } from '../wire/schemas';

const ask = (request?: Cancellable) =>
  http.get<unknown>('/auth-check', { validateStatus: () => true, ...request });

/** Who is signed in; null when the server does not tell. */
const customerIn = (body: unknown): SignedInCustomer | null => {
  const answer = v.safeParse(authCheckSchema, body);
  return (answer.success && answer.output.customer) || null;
};

/** Known from the auth check at the start; asked for after a sign-in. */
const signedInCustomerOptions = queryOptions({
  queryKey: ['signed-in-customer'],
  queryFn: async ({ signal }) => customerIn((await ask({ signal })).data),
  staleTime: Infinity,
  retry: false,
});

/** Who is signed in; null when the server does not tell. */
export const useSignedInCustomer = (): SignedInCustomer | null =>
  useQuery(signedInCustomerOptions).data ?? null;

/** GET /auth-check: a 200 means authenticated, anything else unauthenticated (specification section 7). */
export const checkAuth = async (request?: Cancellable): Promise<boolean> =>
  (await ask(request)).status === 200;

/** Asks again in the middle of a session. A server that is busy, broken, or out of reach has not ended it. */
export const hasSessionEnded = async (): Promise<boolean> => {
  const { status } = await ask().catch(() => ({ status: 503 }));
  return status >= 400 && status < 500 && status !== 429;
};

/** Asked once, when the portal starts. After that, `startSession` and `endSession` of the contract write the answer. */
export const authCheckOptions = queryOptions({
  queryKey: AUTH_CHECK_KEY,
  queryFn: async ({ signal, client }) => {
    const { status, data } = await ask({ signal });
    if (status === 200) client.setQueryData(signedInCustomerOptions.queryKey, customerIn(data));
    return status === 200;
  },
  staleTime: Infinity,
  gcTime: Infinity,
  retry: false,
});

export const useAuthCheck = () => useQuery(authCheckOptions);
