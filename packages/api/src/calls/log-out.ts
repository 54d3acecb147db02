import { useMutation } from '@tanstack/react-query';
import { http } from '../http';

/** POST /logout: ends the session on the server. A server without this call is fine: its failure says nothing. */
export const logOut = async (): Promise<void> => {
  await http.post<unknown>('/logout', undefined, { validateStatus: () => true });
};

export const useLogOut = () => useMutation({ mutationFn: logOut });
