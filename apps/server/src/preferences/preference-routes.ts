import { notificationPreferencesSchema } from '@portal/api/wire';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { App } from '../http/validation';
import type { PreferenceStore } from './preference-store';

interface Dependencies {
  preferences: PreferenceStore;
  /** Says who asks; refuses whoever is not signed in. */
  requireCustomer: (request: FastifyRequest) => Promise<string>;
}

const both = v.strictObject(notificationPreferencesSchema.entries);

/** The calls that read and save how a customer wants to be notified (specification section 7). */
export const preferenceRoutes = (calls: App, { preferences, requireCustomer }: Dependencies) => {
  calls.get('/serviceOrder/get-notification-status', async (request) =>
    preferences.read(await requireCustomer(request)),
  );

  calls.post('/serviceOrder/update-notification-status', { schema: { body: both } }, async (request) => {
    await preferences.write(await requireCustomer(request), request.body);
    return { success: true, message: 'Preferences saved successfully!' };
  });
};
