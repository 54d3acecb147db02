import { notificationPreferencesSchema } from '@portal/api/wire';

import * as v from 'valibot';
import type { App } from '../http/validation';
import type { RequireCustomer } from '../sign-in/sign-in';
import type { PreferenceStore } from './preference-store';

interface Dependencies {
  preferences: PreferenceStore;
  requireCustomer: RequireCustomer;
}

const both = v.strictObject(notificationPreferencesSchema.entries);

/** The calls that read and save how a customer wants to be notified (specification section 7). */
export const preferenceRoutes = (calls: App, { preferences, requireCustomer }: Dependencies) => {
  calls.get('/serviceOrder/get-notification-status', async (request, reply) =>
    preferences.read(await requireCustomer(request, reply)),
  );

  calls.post(
    '/serviceOrder/update-notification-status',
    { schema: { body: both } },
    async (request, reply) => {
      await preferences.write(await requireCustomer(request, reply), request.body);
      return { success: true, message: 'Preferences saved successfully!' };
    },
  );
};
