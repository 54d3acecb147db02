import { BRAND, renderInPortal, testServer } from '@portal/harness/testing';
import type { Brand } from '@portal/remote';
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
  server.respond(AUTH_CHECK, { success: true, customer });

/** A call responds like this from now on. @returns the requests received */
export const respondTo = (path: string, body: JsonBodyType, options?: Parameters<typeof server.respond>[2]) =>
  server.respond(`*${path}`, body, options);

/** The bodies of the POSTs among these requests. */
export const posted = (received: readonly Request[]): Promise<unknown[]> =>
  Promise.all(received.filter(({ method }) => method === 'POST').map((request) => request.clone().json()));

const READ = '*/serviceOrder/get-notification-status';
const UPDATE = '*/serviceOrder/update-notification-status';

/** Renders the screen of a company with these support contacts. */
export const show = ({ support }: Pick<Brand, 'support'> = {}, path = '/notification-preferences') =>
  renderInPortal(<NotificationPreferencesScreen />, { brand: { ...BRAND, support }, path });

/** The server returns these preferences from now on, once `held` is resolved. */
export const stored = (preferences: JsonBodyType, held?: Promise<void>) =>
  server.respond(READ, preferences, { held });

export const failToLoad = () => server.fail(READ);

export const failToSave = () => server.fail(UPDATE);

/** The server responds to a test message like this from now on. */
export const respondToTest = (body: JsonBodyType, init?: ResponseInit) =>
  server.respond('*/notification-preferences/test', body, init);

/** Collects the saved preferences. A save waits until `held` is resolved. */
export const recordSaves = (held?: Promise<void>) => {
  server.respond(UPDATE, { success: true }, { held });
  return server.recordBodies(UPDATE);
};
