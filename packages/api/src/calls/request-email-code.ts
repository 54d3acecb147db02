import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import { http } from '../http';
import { outcomeSchema, type Outcome } from '../wire/outcome';

/** POST /customer-login/email: has a one-time code sent to a customer's e-mail address. */
export const requestEmailCode = async (payload: { email: string }): Promise<Outcome> => {
  const { data } = await http.post<unknown>('/customer-login/email', payload);
  return v.parse(outcomeSchema, data);
};

export const useRequestEmailCode = () => useMutation({ mutationFn: requestEmailCode });
