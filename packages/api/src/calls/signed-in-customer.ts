import { useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { authCheckSchema, type SignedInCustomer } from '../wire/schemas';
import { authAnswerOptions } from './check-auth';

const customerIn = (body: unknown): SignedInCustomer | null => {
  const answer = v.safeParse(authCheckSchema, body);
  return (answer.success && answer.output.customer) || null;
};

/**
 * Who is signed in; null when the server does not tell. Known from the auth check at the start, and asked for after a
 * sign-in.
 */
export const useSignedInCustomer = (): SignedInCustomer | null =>
  useQuery({ ...authAnswerOptions, select: customerIn }).data ?? null;
