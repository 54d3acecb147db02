import {
  AUTH_CHECK_KEY,
  endSession,
  hasSessionEnded,
  http,
  isClientError,
  logOut,
  PORTAL_KEY,
} from '@portal/api';
import { LOGIN_PATH, type SessionEnd } from '@portal/contract';
import { useSurface } from '@portal/theme';
import {
  hashKey,
  useMutation,
  useMutationState,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { createStore, useStore } from '../store';

const hasExpired = createStore(false);

/** Whether the last session expired, in contrast to a logout. */
export const useHasExpired = (): boolean => useStore(hasExpired);

/** Call it once the sign-in has a destination: paths that the customer opens afterwards are a new start. */
export const forgetExpiry = (): void => hasExpired.set(false);

/** The paths that the session cookie may have: the base path or, on the portal's own page, the whole host. */
const cookiePaths = (): string[] => {
  const base = http.defaults.baseURL || '/';
  if (base.startsWith('/')) return ['/', base];
  const { origin, pathname } = new URL(base);
  return origin === location.origin ? [pathname] : [];
};

/** Clears the session cookie of servers whose cookie scripts can see (specification section 9). */
const clearCookie = (): void => {
  for (const path of cookiePaths()) document.cookie = `session_token=; Max-Age=0; Path=${path}`;
};

/** Ends the session in this browser, and forgets every response. */
export const endSessionHere = (queryClient: QueryClient, expired = false): void => {
  clearCookie();
  endSession(queryClient);
  // Unmount the screen before the query notifies it: one more render would put its query back into the cache.
  hasExpired.set(expired);
};

const isSignedIn = (queryClient: QueryClient): boolean => queryClient.getQueryData(AUTH_CHECK_KEY) === true;

/** Ends a session whose call got 401. Without a session, a 401 is the screen's own business. */
export const expireSession = (queryClient: QueryClient): void => {
  if (isSignedIn(queryClient)) endSessionHere(queryClient, true);
};

/** Ends a session whose call got 403, if it is over: a lost cookie fails the CSRF check first. */
export const expireLostSession = async (queryClient: QueryClient): Promise<void> => {
  if (isSignedIn(queryClient) && (await hasSessionEnded())) expireSession(queryClient);
};

/** Ends the session on the server. @returns the URL of the identity provider's logout, if there is one */
export const endSessionOnServer = async (): Promise<string | undefined> => {
  try {
    return await logOut();
  } catch (error) {
    clearCookie();
    if (isClientError(error) && (await hasSessionEnded())) return undefined;
    throw error;
  }
};

const SIGN_OUT_KEY = [PORTAL_KEY, 'sign-out'];

/** `signOut` ends the session and leads to the sign-in page, or to the logout of the identity provider. */
export const useSignOut = () => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { host } = useSurface();
  const { mutate: signOut } = useMutation({
    mutationKey: SIGN_OUT_KEY,
    mutationFn: async () => {
      const redirect = await endSessionOnServer();
      endSessionHere(queryClient);
      // Don't navigate the embedder's page away.
      if (redirect && !host) location.href = redirect;
      else void navigate(LOGIN_PATH, { state: { sessionEnd: 'logout' } satisfies SessionEnd });
    },
  });
  const status = useMutationState({
    filters: { mutationKey: SIGN_OUT_KEY },
    select: ({ state }) => state.status,
  }).at(-1);
  return { signOut, status };
};

let channel: BroadcastChannel | undefined;

/** Tells the other tabs of this portal that the session may be another one. */
export const tellOtherTabs = (): void => channel?.postMessage(null);

/** Keeps the tabs of this portal in one session: they ask again when one signs in or out. */
export const shareSession = (queryClient: QueryClient): (() => void) => {
  const { href } = new URL(http.defaults.baseURL || '/', location.href);
  const opened = new BroadcastChannel(`portal-session ${href}`);
  channel = opened;
  opened.onmessage = () => {
    queryClient.removeQueries({ type: 'inactive' });
    void queryClient.refetchQueries();
  };
  const stop = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !event.action.manual) return;
    if (event.query.queryHash === hashKey(AUTH_CHECK_KEY)) tellOtherTabs();
  });
  return () => {
    stop();
    opened.close();
    channel = undefined;
  };
};
