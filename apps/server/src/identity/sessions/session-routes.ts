import { calls } from '@portal/api/wire';
import { contactOf } from '../../platform/contact/contact';
import { customerStore } from '../customers/customer-store';
import { countryName, deviceName } from '../../platform/http/device';
import { respondTo, type Routes } from '../../platform/http/validation';
import type { SignIn } from './sign-in';

/** The calls that show and end the sessions of a customer. The one that asks ends by `POST /logout`. */
export const sessionRoutes: Routes<SignIn> = async (app, { portal, cookies, sessions, requireCustomer }) => {
  respondTo(app, calls.listSessions, async (request, reply) => {
    const { i18n } = request;
    const customerId = await requireCustomer(request, reply);
    const list = await sessions.list(customerId, cookies.session.read(request));
    return list.map(({ id, isCurrent, last_seen_at, ...device }) => ({
      id,
      isCurrent,
      device: deviceName(device, i18n) ?? null,
      country: countryName(device, i18n) ?? null,
      lastUsedAt: last_seen_at.toISOString(),
    }));
  });

  respondTo(app, calls.endSessions, async (request, reply) => {
    const customerId = await requireCustomer(request, reply);
    const id = 'id' in request.body ? request.body.id : null;
    const ended = await sessions.closeOthers(customerId, cookies.session.read(request), id);
    if (ended.length > 0) {
      const contact = contactOf(await customerStore(portal.database).describe(customerId));
      request.audit({ event: 'customer', outcome: 'signed-out', by: 'customer', customerId, contact });
    }
    return { success: true };
  });
};
