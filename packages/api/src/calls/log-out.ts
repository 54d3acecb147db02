import { useMutation } from '@tanstack/react-query';
import { http } from '../http';

/** How long a customer waits for it: nobody is kept signed in by a server that does not answer. In milliseconds. */
const TIMEOUT = 5000;

/** POST /logout: ends the session on the server. A server without this call is fine: its failure says nothing. */
export const logOut = async (): Promise<void> => {
  await http.post<unknown>('/logout', undefined, { validateStatus: () => true, timeout: TIMEOUT });
};

export const useLogOut = () => useMutation({ mutationFn: logOut });
