import { calls } from '@portal/api/wire';
import { contactOf, maskContacts } from '../../platform/contact/contact';
import { customerStore } from '../customers/customer-store';
import { countryName, deviceName } from '../../platform/http/device';
import { respondTo, type Routes } from '../../platform/http/validation';
import type { SignInElsewhere } from '../tokens/sign-in-elsewhere';
import type { SignIn } from './sign-in';

interface SessionRoutes {
  signIn: SignIn;
  /** Where a customer who signed in elsewhere signs out there. */
  endSessionUrl: SignInElsewhere['endSessionUrl'] | undefined;
}

/** The auth check (specification section 7), and the calls that show and end the sessions of a customer. */
export const sessionRoutes: Routes<SessionRoutes> = async (app, { signIn, endSessionUrl }) => {
  const { portal, cookies, csrf, sessions, requireCustomer } = signIn;

  respondTo(app, calls.checkAuth, async (request, reply) => {
    const customerId = await requireCustomer(request, reply);
    const { name, ...contacts } = await customerStore(portal.database).describe(customerId);
    csrf.ensure(request, reply);
    return { success: true, customer: { name, contacts: maskContacts(contacts) } };
  });

  respondTo(app, calls.logOut, async (request, reply) => {
    const session = await sessions.close(cookies.session.read(request));
    if (session) request.audit({ event: 'logout', outcome: 'signed-out', customerId: session.customer_id });
    csrf.endSession(request, reply);
    const redirect = session?.id_token ? await endSessionUrl?.(session.id_token, request.log) : undefined;
    return {
      success: true,
      message: request.i18n.t('You are signed out.'),
      ...(redirect !== undefined && { redirect }),
    };
  });

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
