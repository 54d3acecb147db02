import { useLogOut } from '@portal/api';
import { LOGIN_PATH } from '@portal/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { endSession } from './end-session';

/** Logout: ends the session on the server if that can be reached, and in this browser in any case. */
export const useSignOut = () => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { mutateAsync: logOut, isPending } = useLogOut();

  const signOut = async () => {
    await logOut().catch(() => undefined);
    endSession(queryClient);
    void navigate(LOGIN_PATH);
  };
  return { signOut, isPending };
};
