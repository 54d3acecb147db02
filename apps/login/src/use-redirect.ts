import { startSession } from '@portal/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** How long "Login successful! Redirecting..." is shown (specification section 9). */
const REDIRECT_DELAY_MS = 1000;

/** After sign-in, starts the session: the shell then redirects to the page that the customer wanted. */
export const useRedirect = (signedIn: boolean): void => {
  const queryClient = useQueryClient();

  useEffect(() => {
    if (!signedIn) return undefined;
    const timer = setTimeout(() => startSession(queryClient), REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [signedIn, queryClient]);
};
