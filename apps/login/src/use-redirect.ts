import { readReturnTo, startSession } from '@portal/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** Specification section 9: milliseconds during which "Login successful! Redirecting..." is shown. */
const REDIRECT_DELAY = 1000;

/** Once signed in, starts the session and goes to where the customer was going. */
export const useRedirect = (signedIn: boolean): void => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { search } = useLocation();

  useEffect(() => {
    if (!signedIn) return undefined;
    const timer = setTimeout(() => {
      startSession(queryClient);
      void navigate(readReturnTo(search), { replace: true });
    }, REDIRECT_DELAY);
    return () => clearTimeout(timer);
  }, [signedIn, queryClient, navigate, search]);
};
