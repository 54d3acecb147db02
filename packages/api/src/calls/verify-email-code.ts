import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import { http } from '../http';
import { signInResponseSchema, type SignInResponse } from '../wire/sign-in';

/** POST /customer-login/email/verify: signs in with the code that was sent to a customer's e-mail address. */
export const verifyEmailCode = async (payload: { email: string; code: string }): Promise<SignInResponse> => {
  const { data } = await http.post<unknown>('/customer-login/email/verify', payload);
  return v.parse(signInResponseSchema, data);
};

export const useVerifyEmailCode = () => useMutation({ mutationFn: verifyEmailCode });
