import { calls } from '@portal/api/wire';
import { CALLS_AHEAD_EVENT } from '@portal/contract';
import { jsonForHtml } from './html';

/** The call that each screen begins with (specification sections 2 and 7). */
const FIRST_CALLS = new Map<string, string>([
  ['/', calls.listServiceOrders.path],
  ['/my-service-order', calls.listServiceOrders.path],
  ['/service-orders', calls.listServiceOrders.path],
  ['/notification-preferences', calls.getNotificationPreferences.path],
]);

/** Order numbers that browsers, axios and this server encode alike. For others, the shell would not find the response. */
const PLAIN_ORDER = /^\/service-order\/([\w-]+)$/;

const firstCallAt = (path: string): string | undefined => {
  const [, orderNbr] = PLAIN_ORDER.exec(path) ?? [];
  return orderNbr ? `${calls.getServiceOrder.path}?serviceOrderNbr=${orderNbr}` : FIRST_CALLS.get(path);
};

/** The calls that a screen begins with. */
export const callsAhead = (path: string, isSignedIn: boolean): string[] =>
  [calls.checkAuth.path, isSignedIn ? firstCallAt(path) : undefined].filter((call) => call !== undefined);

/** Sends the first calls exactly as axios will (specification section 6), and hands the responses to the shell. */
export const callsAheadScript = (ahead: readonly string[], basePath: string): string => `(() => {
  const [, token] = /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie) || [];
  const headers = { Accept: 'application/json, text/plain, */*' };
  try {
    if (token) headers['X-XSRF-TOKEN'] = decodeURIComponent(token);
  } catch {} // A cookie of another site of the company.
  const responses = new Map(${jsonForHtml(ahead.map((call) => basePath + call))}.map((url) =>
    [url, fetch(url, { credentials: 'include', headers }).catch(() => undefined)]));
  document.addEventListener('${CALLS_AHEAD_EVENT}', ({ detail }) => detail(responses), { once: true });
})();`;
