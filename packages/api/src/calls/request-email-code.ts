import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import { http } from '../http';
import { signInResponseSchema, type SignInResponse } from '../wire/sign-in';

/** POST /customer-login/email: has a one-time code sent to a customer's e-mail address. */
export const requestEmailCode = async (payload: { email: string }): Promise<SignInResponse> => {
  const { data } = await http.post<unknown>('/customer-login/email', payload);
  return v.parse(signInResponseSchema, data);
};

export const useRequestEmailCode = () => useMutation({ mutationFn: requestEmailCode });
