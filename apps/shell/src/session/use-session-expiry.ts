import { isUnauthorized } from '@portal/api';
import { loginWithReturnTo } from '@portal/contract';
import {
  useQueryClient,
  type MutationCacheNotifyEvent,
  type QueryCacheNotifyEvent,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { createPath, useLocation, useNavigate } from 'react-router-dom';
import { endSession } from './end-session';

const wasRefused = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent): boolean =>
  event.type === 'updated' && event.action.type === 'error' && isUnauthorized(event.action.error);

/**
 * A call of any remote that is answered with 401 in the middle of work leads to the sign-in page, and from
 * there back to where the customer was.
 */
export const useSessionExpiry = (): void => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const here = createPath(useLocation());

  useEffect(() => {
    const watch = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
      if (!wasRefused(event)) return;
      endSession(queryClient);
      void navigate(loginWithReturnTo(here), { replace: true });
    };
    const stops = [
      queryClient.getQueryCache().subscribe(watch),
      queryClient.getMutationCache().subscribe(watch),
    ];
    return () => stops.forEach((stop) => stop());
  }, [queryClient, navigate, here]);
};
