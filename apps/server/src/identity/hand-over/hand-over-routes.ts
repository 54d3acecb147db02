import type { Call } from '@portal/api/wire';
import { signInResponseSchema } from '@portal/api/wire';
import * as v from 'valibot';
import { Failure } from '../../platform/http/errors';
import { respondTo, type Routes } from '../../platform/http/validation';
import { admitVouched, contactClaims, contactsIn } from '../tokens/claims';
import { TokenRefused, type Trusted } from '../tokens/issuer';
import type { SignIn } from '../sessions/sign-in';

const LONGEST_TICKET = 8192;

const exchange = {
  method: 'POST',
  path: '/customer-login/ticket',
  summary: 'Signs in with a ticket of the site that embeds the portal',
  request: { body: v.strictObject({ ticket: v.pipe(v.string(), v.maxLength(LONGEST_TICKET)) }) },
  response: signInResponseSchema,
} as const satisfies Call;

/** A logout token has the same issuer and keys, and must not sign anybody in (RFC 8725 section 3.12). */
const ticketSchema = v.pipe(
  v.looseObject({ ...contactClaims, sub: v.pipe(v.string(), v.minLength(1)) }),
  v.check((claims) => !('events' in claims), 'must not be a logout token'),
  v.transform(({ sub, ...claims }) => ({ sub, contacts: contactsIn(claims, { mustBeVerified: false }) })),
  v.check(({ contacts }) => contacts.length > 0, 'must name an address or a number'),
);

const refusal = () =>
  new Failure(401, (i18n) =>
    i18n.t('You could not be signed in from this page. Please sign in with a code.'),
  );

/** `POST /customer-login/ticket`: signs in with a ticket of the embedder. Only the audit log says why. */
export const handOverRoutes: Routes<{ signIn: SignIn; site: Trusted }> = async (app, { signIn, site }) => {
  respondTo(app, exchange, async (request, reply) => {
    try {
      const { issuer, claims, use } = await site.read(request.body.ticket, ticketSchema);
      const { sub: subject, contacts } = claims;
      const vouched = { by: 'site', contacts, origin: { issuer, subject }, use } as const;
      if (await admitVouched(signIn, request, reply, vouched))
        return { success: true, message: request.i18n.t('You are signed in.') };
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error;
      throw refusal().audited({ event: 'sign-in', outcome: 'refused', by: 'site', reason: error.message });
    }
    throw refusal();
  });
};
