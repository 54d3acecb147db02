import { isClientError, isForbidden, isUnauthorized } from '@portal/api';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { shareSession } from './session/other-tabs';
import { expireLostSession, expireSession } from './session/session';

const RETRIES = 1;

/** How long the answers of a left screen stay in memory, so that it can be shown again without the network. */
const KEPT_MS = 60 * 60_000;

/**
 * Retries a failed query once, unless the answer was 4xx, which is final. A 401 ends the session; a 403 ends it if the
 * server says that it is over. The session ends before the mutation fails, so its screen shows no failure before the
 * sign-in page.
 */
export const createQueryClient = (): QueryClient => {
  const onError = async (error: Error): Promise<void> => {
    if (isUnauthorized(error)) expireSession(client);
    if (isForbidden(error)) await expireLostSession(client);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // Always send the first request, because browsers misreport being offline. If it fails while the browser is
        // offline, TanStack Query repeats it once the network is back; the screen stays as it is.
        networkMode: 'offlineFirst',
        gcTime: KEPT_MS,
        retry: (failures, error) => failures < RETRIES && !isClientError(error),
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
};

/**
 * The one cache of a page. The shell, the remotes, and every portal of the page use it, so they have one session.
 */
export const pageQueryClient = createQueryClient();
let portals = 0;
let stopSharing = (): void => undefined;

/** The cache of the page, which is cleared when the last portal is gone. */
export const usePageQueryClient = (): QueryClient => {
  useEffect(() => {
    portals += 1;
    if (portals === 1) stopSharing = shareSession(pageQueryClient);
    return () => {
      portals -= 1;
      if (portals > 0) return;
      stopSharing();
      // Clear last: queries that become inactive after it would survive for `gcTime`.
      void pageQueryClient.cancelQueries().then(() => {
        if (portals === 0) pageQueryClient.clear();
      });
    };
  }, []);
  return pageQueryClient;
};
