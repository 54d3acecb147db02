import { readReturnTo, startSession } from '@portal/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** How long "Login successful! Redirecting..." is shown (specification section 9). */
const REDIRECT_DELAY_MS = 1000;

/** After sign-in, starts the session and returns to the page that the customer wanted. */
export const useRedirect = (signedIn: boolean): void => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { search } = useLocation();

  useEffect(() => {
    if (!signedIn) return undefined;
    const timer = setTimeout(() => {
      startSession(queryClient);
      void navigate(readReturnTo(search), { replace: true });
    }, REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [signedIn, queryClient, navigate, search]);
};
