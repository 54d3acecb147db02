import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import { http } from '../http';
import { outcomeSchema, type Outcome } from '../wire/outcome';

/** POST /customer-login/phone: has a one-time code sent to a customer's phone number. */
export const requestPhoneCode = async (payload: { phone: string }): Promise<Outcome> => {
  const { data } = await http.post<unknown>('/customer-login/phone', payload);
  return v.parse(outcomeSchema, data);
};

export const useRequestPhoneCode = () => useMutation({ mutationFn: requestPhoneCode });
