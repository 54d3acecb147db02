import { isClientError, isForbidden, isUnauthorized, PORTAL_KEY } from '@portal/api';
import {
  focusManager,
  hashKey,
  MutationCache,
  QueryCache,
  QueryClient,
  type Query,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { expireLostSession, expireSession, shareSession } from './session';

const RETRIES = 1;

/** How long the responses of a left screen stay in memory, so that it can be shown again without the network. */
const KEPT_MS = 60 * 60_000;

/** Older responses on the screen are refetched. A failure is not: its view would lose the focus to a skeleton. */
export const REFRESH_MS = 5 * 60_000;

/** Without input for this long, nothing is refetched: it would keep the session of an unattended page alive. */
const ATTENDED_MS = 15 * 60_000;

const INPUTS = ['pointerdown', 'keydown', 'scroll'];

/** Whether a query belongs to the screen. One that never gets stale, such as the auth check, doesn't. */
export const isOfScreen = ({ observers }: Pick<Query, 'observers'>): boolean =>
  observers.some(({ options }) => options.staleTime !== Infinity);

/** Pauses refetches while the page is hidden or without input. @returns a function that stops it */
const followAttention = (): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const attend = () => {
    clearTimeout(timer);
    timer = setTimeout(() => focusManager.setFocused(false), ATTENDED_MS);
    focusManager.setFocused(document.visibilityState === 'visible');
  };
  attend();
  for (const type of INPUTS) addEventListener(type, attend, { capture: true, passive: true });
  document.addEventListener('visibilitychange', attend);
  return () => {
    clearTimeout(timer);
    for (const type of INPUTS) removeEventListener(type, attend, { capture: true });
    document.removeEventListener('visibilitychange', attend);
    focusManager.setFocused(undefined);
  };
};

/**
 * Retries a failed query once, unless the response was 4xx. A 401 ends the session; so does a 403 if the server says
 * that it is over. The session ends before the mutation fails, so its screen shows no failure before the sign-in page.
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
        refetchInterval: (query) => isOfScreen(query) && query.state.data !== undefined && REFRESH_MS,
        retry: (failures, error) => failures < RETRIES && !isClientError(error),
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
};

/** The one cache of a page: the shell and the remotes have one session. */
export const pageQueryClient = createQueryClient();

/** A client of the page's cache for one remote. Its defaults are its own, and so are responses without the portal's key. */
export const createRemoteQueryClient = (remote: string): QueryClient => {
  const client = new QueryClient({
    queryCache: pageQueryClient.getQueryCache(),
    mutationCache: pageQueryClient.getMutationCache(),
    defaultOptions: pageQueryClient.getDefaultOptions(),
  });
  // Of all keys; `setDefaultOptions` of a remote would replace a default option.
  client.setQueryDefaults([], {
    queryKeyHashFn: (key) => hashKey(key[0] === PORTAL_KEY ? key : [remote, key]),
  });
  return client;
};

let isShown = false;

/** The cache of the page, which is cleared when the portal is gone. */
export const usePageQueryClient = (): QueryClient => {
  useEffect(() => {
    isShown = true;
    const stops = [shareSession(pageQueryClient), followAttention()];
    return () => {
      isShown = false;
      stops.forEach((stop) => stop());
      // Clear last: queries that become inactive after it would survive for `gcTime`.
      void pageQueryClient.cancelQueries().then(() => {
        if (!isShown) pageQueryClient.clear();
      });
    };
  }, []);
  return pageQueryClient;
};
