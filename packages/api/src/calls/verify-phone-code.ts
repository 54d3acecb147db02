import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import { http } from '../http';
import { outcomeSchema, type Outcome } from '../wire/outcome';

/** POST /customer-login/phone/verify: signs in with the code that was sent to a customer's phone number. */
export const verifyPhoneCode = async (payload: { phone: string; code: string }): Promise<Outcome> => {
  const { data } = await http.post<unknown>('/customer-login/phone/verify', payload);
  return v.parse(outcomeSchema, data);
};

export const useVerifyPhoneCode = () => useMutation({ mutationFn: verifyPhoneCode });
