import * as v from 'valibot';
import { http } from '../http';
import { readSignInResponseSchema, type SignInResponse } from '../wire/schemas';

/** Makes a call that responds with `success` and `message`. */
export const post = async (path: string, payload?: Record<string, string>): Promise<SignInResponse> => {
  const { data } = await http.post<unknown>(path, payload);
  return v.parse(readSignInResponseSchema, data);
};

/** POST /customer-login/email: sends a one-time code to an email address. */
export const requestEmailCode = (payload: { email: string }) => post('/customer-login/email', payload);

/** POST /customer-login/phone: sends a one-time code to a phone number. */
export const requestPhoneCode = (payload: { phone: string }) => post('/customer-login/phone', payload);

/** POST /customer-login/email/verify: signs in with the code sent to an email address. */
export const verifyEmailCode = (payload: { email: string; code: string }) =>
  post('/customer-login/email/verify', payload);

/** POST /customer-login/phone/verify: signs in with the code sent to a phone number. */
export const verifyPhoneCode = (payload: { phone: string; code: string }) =>
  post('/customer-login/phone/verify', payload);
