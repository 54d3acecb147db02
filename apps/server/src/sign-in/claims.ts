import * as v from 'valibot';
import type { Voucher } from '../audit/audit';
import { normalizeEmail, normalizePhone, type Contact } from '../customers/contact';
import type { Origin } from './session-store';

/** A person for whom a site or the identity provider vouches. */
export interface Vouched {
  by: Voucher;
  /** The contacts to find the customer by, the best first. */
  contacts: readonly Contact[];
  origin: Origin;
}

/** The claims about a customer's contacts (OpenID Connect Core 5.1). */
export const contactClaims = {
  email: v.optional(v.string()),
  email_verified: v.optional(v.unknown()),
  phone_number: v.optional(v.string()),
  phone_number_verified: v.optional(v.unknown()),
};

/** Some providers write booleans as text. */
const isTrue = (verified: unknown): boolean => verified === true || verified === 'true';
const isTrueOrAbsent = (verified: unknown): boolean => verified === undefined || isTrue(verified);

/**
 * The contacts that a token names, the address first.
 * @param mustBeVerified whether each needs a claim that says so; otherwise it may be absent
 */
export const contactsIn = (
  claims: v.InferOutput<v.ObjectSchema<typeof contactClaims, undefined>>,
  { mustBeVerified }: { mustBeVerified: boolean },
): Contact[] => {
  const counts = mustBeVerified ? isTrue : isTrueOrAbsent;
  const email = counts(claims.email_verified) ? normalizeEmail(claims.email ?? '') : undefined;
  const phone = counts(claims.phone_number_verified) ? normalizePhone(claims.phone_number ?? '') : undefined;
  return [
    ...(email === undefined ? [] : [{ channel: 'email' as const, address: email }]),
    ...(phone === undefined ? [] : [{ channel: 'sms' as const, address: phone }]),
  ];
};
