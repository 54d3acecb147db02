import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import { http } from '../http';
import { signInResponseSchema, type SignInResponse } from '../wire/sign-in';

/** POST /customer-login/phone/verify: signs in with the code that was sent to a customer's phone number. */
export const verifyPhoneCode = async (payload: { phone: string; code: string }): Promise<SignInResponse> => {
  const { data } = await http.post<unknown>('/customer-login/phone/verify', payload);
  return v.parse(signInResponseSchema, data);
};

export const useVerifyPhoneCode = () => useMutation({ mutationFn: verifyPhoneCode });
