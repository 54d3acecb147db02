import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import { http } from '../http';

/** A server that does not respond must not keep the customer signed in. */
const TIMEOUT_MS = 5000;

const answerSchema = v.fallback(v.object({ redirect: v.optional(v.string()) }), {});

/**
 * POST /logout: ends the session on the server. Any status is fine; some servers have no such call.
 * @returns where the session of the identity provider ends; undefined when there is none
 */
export const logOut = async (): Promise<string | undefined> => {
  const { data } = await http.post<unknown>('/logout', undefined, {
    validateStatus: () => true,
    timeout: TIMEOUT_MS,
  });
  return v.parse(answerSchema, data).redirect;
};

export const useLogOut = () => useMutation({ mutationFn: logOut });
