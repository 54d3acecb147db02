import { http } from '@portal/api';
import { AUTH_CHECK_KEY } from '@portal/contract';
import { hashKey, type QueryClient } from '@tanstack/react-query';

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
