import { calls } from '@portal/api/wire';
import type { Preload } from '@portal/contract';

/** The call that each screen begins with (specification sections 2 and 7). */
const FIRST_CALLS = new Map<string, string>([
  ['/', calls.listServiceOrders.path],
  ['/my-service-order', calls.listServiceOrders.path],
  ['/service-orders', calls.listServiceOrders.path],
  ['/notification-preferences', calls.getNotificationPreferences.path],
]);

/** Order numbers that browsers, axios and this server encode alike. For others, the hint would miss the call's URL. */
const PLAIN_ORDER = /^\/service-order\/([\w-]+)$/;

const firstCallAt = (path: string): string | undefined => {
  const [, orderNbr] = PLAIN_ORDER.exec(path) ?? [];
  return orderNbr === undefined
    ? FIRST_CALLS.get(path)
    : `${calls.getServiceOrder.path}?serviceOrderNbr=${orderNbr}`;
};

/**
 * Preload hints for the calls that a screen begins with: the browser sends them while it loads the scripts. The page
 * itself never contains data. axios gets the preloaded answers, because mode and credentials are the same as its own.
 */
export const dataAhead = (
  path: string,
  { basePath, isSignedIn }: { basePath: string; isSignedIn: boolean },
): Preload[] =>
  [calls.checkAuth.path, isSignedIn ? firstCallAt(path) : undefined]
    .filter((call) => call !== undefined)
    .map((call) => ({ rel: 'preload', as: 'fetch', url: `${basePath}${call}` }));

/** The `Link` header (RFC 8288) of a page. */
export const linkHeader = (preloads: readonly Preload[]): string =>
  preloads
    .map(({ rel, as, url }) => `<${url}>; rel=${rel}; as=${as}; crossorigin=use-credentials`)
    .join(', ');
