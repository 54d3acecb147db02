import { useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { authCheckSchema, type SignedInCustomer } from '../wire/schemas';
import { authResponseOptions } from './check-auth';

const customerIn = (body: unknown): SignedInCustomer | null => {
  const result = v.safeParse(authCheckSchema, body);
  return (result.success && result.output.customer) || null;
};

/**
 * The signed-in customer; null if the server does not send one. Reads the response of the auth check at the start, and
 * repeats the check after a sign-in.
 */
export const useSignedInCustomer = (): SignedInCustomer | null =>
  useQuery({ ...authResponseOptions, select: customerIn }).data ?? null;
