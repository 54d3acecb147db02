import { useMutation } from '@tanstack/react-query';
import { http } from '../http';

/** A server that does not respond must not keep the customer signed in. */
const TIMEOUT_MS = 5000;

/** POST /logout: ends the session on the server. Any status is fine; some servers have no such call. */
export const logOut = async (): Promise<void> => {
  await http.post<unknown>('/logout', undefined, { validateStatus: () => true, timeout: TIMEOUT_MS });
};

export const useLogOut = () => useMutation({ mutationFn: logOut });
