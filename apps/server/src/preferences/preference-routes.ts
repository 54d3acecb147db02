import { calls, type NotificationStatus } from '@portal/api/wire';
import { maskContacts } from '../customers/contact';
import type { Database } from '../database/connect';
import { routeOf } from '../http/calls';
import { notSignedIn } from '../http/errors';
import type { Routes } from '../http/validation';
import type { RequireCustomer } from '../sign-in/sign-in';
import { preferenceStore, type Reachability } from './preference-store';

interface PreferenceRoutes {
  database: Database;
  requireCustomer: RequireCustomer;
  /** Sends a test message through every channel that the customer has chosen. */
  sendTest: (customerId: string) => Promise<{ success: boolean; message: string }>;
}

const statusOf = ({ chosen, addresses: { email, sms } }: Reachability): NotificationStatus => ({
  ...chosen,
  contacts: maskContacts({ email, phone: sms }),
});

/** The calls that read, save and try out how a customer wants to be notified (specification section 7). */
export const preferenceRoutes: Routes<PreferenceRoutes> = async (
  app,
  { database, requireCustomer, sendTest },
) => {
  const preferences = preferenceStore(database);

  app.route({
    ...routeOf(calls.getNotificationPreferences),
    handler: async (request, reply) => {
      const customer = await preferences.find(await requireCustomer(request, reply));
      // The customer was deleted a moment ago, and the session with them.
      if (!customer) throw notSignedIn();
      return statusOf(customer);
    },
  });

  app.route({
    ...routeOf(calls.updateNotificationPreferences),
    handler: async (request, reply) => {
      const customerId = await requireCustomer(request, reply);
      await preferences.write(customerId, request.body);
      const { email, sms } = request.body;
      request.audit({ event: 'preferences', outcome: 'saved', by: 'customer', customerId, email, sms });
      return { success: true, message: 'Preferences saved successfully!' };
    },
  });

  app.route({
    ...routeOf(calls.testNotification),
    handler: async (request, reply) => {
      const customerId = await requireCustomer(request, reply);
      const answer = await sendTest(customerId);
      const outcome = answer.success ? 'queued' : 'nothing-chosen';
      request.audit({ event: 'test-message', outcome, customerId });
      return answer;
    },
  });
};
