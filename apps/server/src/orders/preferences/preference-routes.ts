import { calls } from '@portal/api/wire';
import type { I18n } from '@portal/texts/i18n';
import type { Config } from '../../platform/config/config';
import { channelNames, maskContacts } from '../../platform/contact/contact';
import type { Database } from '../../platform/database/connect';
import { Failure, notSignedIn } from '../../platform/http/errors';
import { respondTo, type RequireCustomer, type Routes } from '../../platform/http/validation';
import { preferenceStore } from '../../identity/customers/preference-store';

interface PreferenceRoutes {
  database: Database;
  languages: Config['languages'];
  /** Whether customers hear of visits that are near. */
  remindsOfVisits: boolean;
  requireCustomer: RequireCustomer;
  sendTest: (customerId: string, i18n: I18n) => Promise<{ success: boolean; message: string }>;
}

/** The calls that read, save and try out how a customer wants to be notified (specification section 7). */
export const preferenceRoutes: Routes<PreferenceRoutes> = async (
  app,
  { database, languages, remindsOfVisits, requireCustomer, sendTest },
) => {
  const preferences = preferenceStore(database);

  respondTo(app, calls.getNotificationPreferences, async (request, reply) => {
    const customer = await preferences.find(await requireCustomer(request, reply));
    // The customer was deleted a moment ago, and the session with them.
    if (!customer) throw notSignedIn();
    const { chosen, addresses } = customer;
    return { ...chosen, contacts: maskContacts({ email: addresses.email, phone: addresses.sms }) };
  });

  respondTo(app, calls.updateNotificationPreferences, async (request, reply) => {
    const customerId = await requireCustomer(request, reply);
    await preferences.write(customerId, request.body);
    const { email, sms } = request.body;
    request.audit({ event: 'preferences', outcome: 'saved', by: 'customer', customerId, email, sms });
    return { success: true, message: request.i18n.t('Preferences saved successfully!') };
  });

  respondTo(app, calls.getNotificationEvents, async (request, reply) => {
    const customerId = await requireCustomer(request, reply);
    const customer = await preferences.find(customerId);
    if (!customer) throw notSignedIn();
    const { chosen, addresses } = customer;
    const { visits, ...events } = customer.events;
    const isReached = channelNames.some((channel) => chosen[channel] && addresses[channel] !== null);
    const mutedOrders = await preferences.mutedOrders(customerId);
    return { ...events, ...(remindsOfVisits && { visits }), isReached, mutedOrders };
  });

  respondTo(app, calls.updateNotificationEvents, async (request, reply) => {
    const customerId = await requireCustomer(request, reply);
    await preferences.write(customerId, request.body);
    const { status, entries, visits } = request.body;
    request.audit({
      event: 'preferences',
      outcome: 'saved',
      by: 'customer',
      customerId,
      ...{ status, entries, visits },
    });
    return { success: true };
  });

  respondTo(app, calls.muteOrder, async (request, reply) => {
    const customerId = await requireCustomer(request, reply);
    const { serviceOrderNbr: orderNbr, muted } = request.body;
    await (muted ? preferences.mute(customerId, orderNbr) : preferences.unmute(customerId, orderNbr));
    request.audit({ event: 'preferences', outcome: 'saved', by: 'customer', customerId, orderNbr, muted });
    return { success: true };
  });

  respondTo(app, calls.chooseLanguage, async (request, reply) => {
    const customerId = await requireCustomer(request, reply);
    const { language } = request.body;
    if (!languages.includes(language))
      throw new Failure(400, (i18n) => i18n.t('The portal is not available in this language.'));
    await preferences.write(customerId, { language });
    request.audit({ event: 'preferences', outcome: 'saved', by: 'customer', customerId, language });
    return { success: true };
  });

  respondTo(app, calls.testNotification, async (request, reply) => {
    const customerId = await requireCustomer(request, reply);
    const response = await sendTest(customerId, request.i18n);
    const outcome = response.success ? 'queued' : 'nothing-chosen';
    request.audit({ event: 'test-message', outcome, customerId });
    return response;
  });
};
