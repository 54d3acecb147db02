import { calls } from '@portal/api/wire';
import type { Database } from '../database/connect';
import { routeOf } from '../http/calls';
import type { Routes } from '../http/validation';
import type { RequireCustomer } from '../sign-in/sign-in';
import { preferenceStore } from './preference-store';

interface PreferenceRoutes {
  database: Database;
  requireCustomer: RequireCustomer;
}

/** The calls that read and save how a customer wants to be notified (specification section 7). */
export const preferenceRoutes: Routes<PreferenceRoutes> = async (app, { database, requireCustomer }) => {
  const preferences = preferenceStore(database);

  app.route({
    ...routeOf(calls.getNotificationPreferences),
    handler: async (request, reply) => preferences.read(await requireCustomer(request, reply)),
  });

  app.route({
    ...routeOf(calls.updateNotificationPreferences),
    handler: async (request, reply) => {
      await preferences.write(await requireCustomer(request, reply), request.body);
      return { success: true, message: 'Preferences saved successfully!' };
    },
  });
};
