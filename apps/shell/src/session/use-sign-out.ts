import { LOGIN_PATH } from '@portal/contract';
import { logOut } from '@portal/api';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { endSession } from './end-session';

/** Logout: ends the session on the server if that can be reached, and in this browser in any case. */
export const useSignOut = () => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isPending, setPending] = useState(false);

  const signOut = async () => {
    setPending(true);
    await logOut().catch(() => undefined);
    void navigate(LOGIN_PATH);
    endSession(queryClient);
  };
  return { signOut, isPending };
};
