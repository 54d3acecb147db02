import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import { http } from '../http';

/** A server that does not respond must not keep the customer signed in. */
const TIMEOUT_MS = 5000;

const answerSchema = v.fallback(v.object({ redirect: v.optional(v.string()) }), {});

/**
 * POST /logout: ends the session on the server. Accepts any status, because some servers lack this call.
 * @returns the URL that ends the session of the identity provider; undefined without one
 */
export const logOut = async (): Promise<string | undefined> => {
  const { data } = await http.post<unknown>('/logout', undefined, {
    validateStatus: () => true,
    timeout: TIMEOUT_MS,
  });
  return v.parse(answerSchema, data).redirect;
};

export const useLogOut = () => useMutation({ mutationFn: logOut });
