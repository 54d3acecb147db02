import { BRAND, renderInPortal, testServer } from '@portal/harness/testing';
import type { Brand } from '@portal/remote/runtime';
import type { JsonBodyType } from 'msw';
import { handlers } from '../../dev/mocks';
import { NotificationPreferencesScreen } from '../notification-preferences-screen';

const server = testServer(...handlers);

const READ = '*/serviceOrder/get-notification-status';
const UPDATE = '*/serviceOrder/update-notification-status';

/** Renders the screen of a company with these support contacts. */
export const show = ({ support }: Pick<Brand, 'support'> = {}) =>
  renderInPortal(<NotificationPreferencesScreen />, { brand: { ...BRAND, support } });

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
