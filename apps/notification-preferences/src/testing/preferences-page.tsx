import { BRAND, renderInPortal, testServer } from '@portal/harness/testing';
import type { Brand } from '@portal/remote/runtime';
import { http, HttpResponse, type JsonBodyType } from 'msw';
import { handlers } from '../../dev/mocks';
import { NotificationPreferencesScreen } from '../notification-preferences-screen';

const AUTH_CHECK = '*/auth-check';

/** Describes no customer, as a server with the calls of the specification alone. */
const server = testServer(
  http.get(AUTH_CHECK, () => HttpResponse.json({ success: true })),
  ...handlers,
);

/** The server describes this customer from now on. */
export const describedAs = (customer: JsonBodyType) =>
  server.use(http.get(AUTH_CHECK, () => HttpResponse.json({ success: true, customer })));

/** A call responds like this from now on. Collects the bodies of its POSTs. */
export const respondTo = (path: string, body: JsonBodyType, init?: ResponseInit) => {
  const bodies: unknown[] = [];
  server.use(
    http.all(`*${path}`, async ({ request }) => {
      if (request.method === 'POST') bodies.push(await request.json());
      return HttpResponse.json(body, init);
    }),
  );
  return bodies;
};

const READ = '*/serviceOrder/get-notification-status';
const UPDATE = '*/serviceOrder/update-notification-status';
const OUT_OF_ORDER = { success: false, message: 'Out of order' };

/** Renders the screen of a company with these support contacts. */
export const show = ({ support }: Pick<Brand, 'support'> = {}) =>
  renderInPortal(<NotificationPreferencesScreen />, { brand: { ...BRAND, support } });

/** The server returns these preferences from now on, once `held` is resolved. */
export const stored = (preferences: JsonBodyType, held?: Promise<void>) =>
  server.use(
    http.get(READ, async () => {
      await held;
      return HttpResponse.json(preferences);
    }),
  );

export const failToLoad = () =>
  server.use(http.get(READ, () => HttpResponse.json(OUT_OF_ORDER, { status: 500 })));

export const failToSave = () =>
  server.use(http.post(UPDATE, () => HttpResponse.json(OUT_OF_ORDER, { status: 500 })));

/** The server responds to a test message like this from now on. Collects the bodies of the calls. */
export const respondToTest = (body: JsonBodyType, init?: ResponseInit) => {
  const calls: string[] = [];
  server.use(
    http.post('*/notification-preferences/test', async ({ request }) => {
      calls.push(await request.text());
      return HttpResponse.json(body, init);
    }),
  );
  return calls;
};

/** Collects the saved preferences. A save waits until `held` is resolved. */
export const recordSaves = (held?: Promise<void>) => {
  const saves: unknown[] = [];
  server.use(
    http.post(UPDATE, async ({ request }) => {
      saves.push(await request.json());
      await held;
      return HttpResponse.json({ success: true });
    }),
  );
  return saves;
};
