import { isClientError } from '@portal/api';
import { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

const RETRIES = 1;

/** A cache of answers. One of 4xx is final; anything else is asked for once more. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // Whether the network is there is found out by asking, not by what the browser believes.
        networkMode: 'always',
        retry: (failures, error) => failures < RETRIES && !isClientError(error),
      },
      mutations: { networkMode: 'always' },
    },
  });

const queryClient = createQueryClient();
let portals = 0;

/**
 * The one cache of a page, for shell and remotes, and for every portal in it: they have one session, so that whoever
 * signs in or out in one does so in all. Forgets everything when the last of them is gone.
 */
export const usePageQueryClient = (): QueryClient => {
  useEffect(() => {
    portals += 1;
    return () => {
      portals -= 1;
      if (portals > 0) return;
      // At last: whoever leaves before, or waits for an answer, has it kept for minutes, in case somebody else asks.
      void queryClient.cancelQueries().then(() => {
        if (portals === 0) queryClient.clear();
      });
    };
  }, []);
  return queryClient;
};
