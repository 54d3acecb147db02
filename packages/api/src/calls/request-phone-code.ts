import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import { http } from '../http';
import { signInResponseSchema, type SignInResponse } from '../wire/sign-in';

/** POST /customer-login/phone: has a one-time code sent to a customer's phone number. */
export const requestPhoneCode = async (payload: { phone: string }): Promise<SignInResponse> => {
  const { data } = await http.post<unknown>('/customer-login/phone', payload);
  return v.parse(signInResponseSchema, data);
};

export const useRequestPhoneCode = () => useMutation({ mutationFn: requestPhoneCode });
