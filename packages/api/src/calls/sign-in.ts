import * as v from 'valibot';
import { http } from '../http';
import { readSignInResponseSchema, type SignInResponse } from '../wire/schemas';

/** Makes a call that responds with `success` and `message`. */
export const post = async (path: string, payload?: object): Promise<SignInResponse> => {
  const { data } = await http.post<unknown>(path, payload);
  return v.parse(readSignInResponseSchema, data);
};

/** The two ways to sign in: by an email address, or by a phone number. */
export type SignInMethod = 'email' | 'phone';

/** POST /customer-login/email, or …/phone: sends a one-time code to an address or a number. */
export const requestCode = (method: SignInMethod, contact: string) =>
  post(`/customer-login/${method}`, { [method]: contact });

/** POST /customer-login/email/verify, or …/phone/verify: signs in with the code that was sent. */
export const verifyCode = (method: SignInMethod, contact: string, code: string) =>
  post(`/customer-login/${method}/verify`, { [method]: contact, code });
