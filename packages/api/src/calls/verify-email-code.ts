import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import { http } from '../http';
import { outcomeSchema, type Outcome } from '../wire/outcome';

/** POST /customer-login/email/verify: signs in with the code that was sent to a customer's e-mail address. */
export const verifyEmailCode = async (payload: { email: string; code: string }): Promise<Outcome> => {
  const { data } = await http.post<unknown>('/customer-login/email/verify', payload);
  return v.parse(outcomeSchema, data);
};

export const useVerifyEmailCode = () => useMutation({ mutationFn: verifyEmailCode });
