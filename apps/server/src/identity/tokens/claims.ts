import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Voucher } from '../../platform/audit/audit';
import { contactsOf, normalizeEmail, normalizePhone, type Contact } from '../../platform/contact/contact';
import { customerStore } from '../customers/customer-store';
import { transact } from '../../platform/database/connect';
import type { Issuer } from './issuer';
import { createSessions, type Origin } from '../sessions/session-store';
import { arrive, type SignIn } from '../sessions/sign-in';

/** A person for whom a site or the identity provider vouches. */
export interface Vouched {
  by: Voucher;
  /** The contacts to find the customer by, the best first. */
  contacts: readonly Contact[];
  origin: Origin;
  /** Uses the token that says so. */
  use?: Awaited<ReturnType<Issuer>>['use'];
}

/** The claims about a customer's contacts (OpenID Connect Core 5.1). */
export const contactClaims = {
  email: v.optional(v.string()),
  email_verified: v.optional(v.unknown()),
  phone_number: v.optional(v.string()),
  phone_number_verified: v.optional(v.unknown()),
};

/** The contacts that a token names, the address first. @param mustBeVerified whether each needs a claim that says so */
export const contactsIn = (
  claims: v.InferOutput<v.ObjectSchema<typeof contactClaims, undefined>>,
  { mustBeVerified }: { mustBeVerified: boolean },
): Contact[] => {
  // Some providers write booleans as text.
  const counts = (verified: unknown) =>
    verified === true || verified === 'true' || (verified === undefined && !mustBeVerified);
  const email = counts(claims.email_verified) ? normalizeEmail(claims.email ?? '') : undefined;
  const phone = counts(claims.phone_number_verified) ? normalizePhone(claims.phone_number ?? '') : undefined;
  return contactsOf({ email, phone });
};

/** Signs in a customer for whom somebody vouches, if there is one: customers come from the import. */
export const admitVouched = async (
  { portal: { config, database }, csrf, visitOf, welcome }: SignIn,
  request: FastifyRequest,
  reply: FastifyReply,
  { by, contacts, origin, use }: Vouched,
): Promise<boolean> => {
  const visit = visitOf(request);
  const arrived = await transact(database, async (transaction) => {
    await use?.(transaction);
    for (const contact of contacts) {
      // Beside an address, a number must not lead to the customer of another address.
      const withoutEmail = contact !== contacts[0];
      const customerId = await customerStore(transaction).find(contact, { withoutEmail });
      if (customerId === undefined) continue;
      const proven = { customerId, identifier: contact.address, origin, visit };
      return { ...(await arrive(transaction, config, proven)), contact };
    }
    // Another person uses this browser now: end the session of the customer before.
    await createSessions(transaction, config.session).close(visit.session);
    return undefined;
  });
  if (arrived) {
    welcome(request, reply, { ...arrived, by });
    return true;
  }
  csrf.endSession(request, reply);
  const [contact] = contacts;
  request.audit(
    contact
      ? { event: 'sign-in', outcome: 'no-customer', contact, by }
      : { event: 'sign-in', outcome: 'refused', by, reason: 'no-verified-contact' },
  );
  return false;
};
