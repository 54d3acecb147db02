import { useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { authCheckSchema, type SignedInCustomer } from '../wire/schemas';
import { authAnswerOptions } from './check-auth';

const customerIn = (body: unknown): SignedInCustomer | null => {
  const answer = v.safeParse(authCheckSchema, body);
  return (answer.success && answer.output.customer) || null;
};

/**
 * The signed-in customer; null if the server does not send one. Reads the answer of the auth check at the start, and
 * repeats the check after a sign-in.
 */
export const useSignedInCustomer = (): SignedInCustomer | null =>
  useQuery({ ...authAnswerOptions, select: customerIn }).data ?? null;
