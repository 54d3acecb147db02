import { calls } from '@portal/api/wire';

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
 * A `Link` header (RFC 8288), by which the browser asks for the data of a screen together with its scripts. The page
 * itself never contains data. axios takes the answers, because mode and credentials are the same as its own.
 */
export const dataAhead = (
  path: string,
  { basePath, isSignedIn }: { basePath: string; isSignedIn: boolean },
) =>
  [calls.checkAuth.path, isSignedIn ? firstCallAt(path) : undefined]
    .filter((call) => call !== undefined)
    .map((call) => `<${basePath}${call}>; rel=preload; as=fetch; crossorigin=use-credentials`)
    .join(', ');
