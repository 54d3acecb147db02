import { calls } from '@portal/api/wire';
import type { Preload } from '@portal/contract';

/** The call that each screen begins with (specification sections 2 and 7). */
const FIRST_CALLS = new Map<string, string>([
  ['/', calls.listServiceOrders.path],
  ['/my-service-order', calls.listServiceOrders.path],
  ['/service-orders', calls.listServiceOrders.path],
  ['/notification-preferences', calls.getNotificationPreferences.path],
]);

/** Without what browsers, axios and this server could write in different ways: then the hint would fetch in vain. */
const PLAIN_ORDER = /^\/service-order\/([\w-]+)$/;

const firstCallAt = (path: string): string | undefined => {
  const [, orderNbr] = PLAIN_ORDER.exec(path) ?? [];
  return orderNbr === undefined
    ? FIRST_CALLS.get(path)
    : `${calls.getServiceOrder.path}?serviceOrderNbr=${orderNbr}`;
};

/**
 * The calls by which a screen begins, for the browser to make them together with the requests for its scripts. The page
 * itself never contains data. axios takes the answers, because mode and credentials are the same as its own.
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
