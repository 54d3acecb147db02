import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { transact } from '../../platform/database/connect';
import { acceptForms, formIn } from '../../platform/http/scopes';
import type { Routes } from '../../platform/http/validation';
import type { Portal } from '../../platform/crypto/keys';
import { createSessions } from '../sessions/session-store';
import { TokenRefused, type Trusted } from './issuer';

const PATH = '/hooks/back-channel-logout';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** OpenID Connect Back-Channel Logout 1.0, section 2.4. */
const logoutTokenSchema = v.pipe(
  v.looseObject({
    sub: v.optional(v.string()),
    sid: v.optional(v.string()),
    events: v.looseObject({ [EVENT]: v.looseObject({}) }),
  }),
  v.check(({ sub, sid }) => sub !== undefined || sid !== undefined, 'must name a subject or a session'),
  v.check((claims) => !('nonce' in claims), 'must not be an ID token'),
);

/** The issuer that a token names, which is not proven yet; undefined when it is no token. */
const issuerIn = (token: string): Promise<string | undefined> =>
  import('jose').then(({ decodeJwt }) => decodeJwt(token).iss).catch(() => undefined);

/** `POST /hooks/back-channel-logout`: the site or the provider ended a session. Its signed token is the permission. */
export const logoutRoutes: Routes<Portal & { trusted: readonly [Trusted, ...Trusted[]] }> = async (
  app,
  { config, database, trusted },
) => {
  acceptForms(app);

  const end = async (request: FastifyRequest, token: string): Promise<boolean> => {
    const named = await issuerIn(token);
    const { by, read } = trusted.find(({ issuer }) => issuer === named) ?? trusted[0];
    try {
      const { issuer, claims, use } = await read(token, logoutTokenSchema);
      const ended = await transact(database, async (transaction) => {
        await use(transaction);
        return createSessions(transaction, config.session).closeOf(issuer, claims.sub, claims.sid);
      });
      for (const { customer_id: customerId } of ended)
        request.audit({ event: 'logout', outcome: 'signed-out', by, customerId });
      return true;
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error;
      request.audit({ event: 'logout', outcome: 'refused', by, reason: error.message });
      return false;
    }
  };

  app.post(PATH, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const form = formIn(request);
    return (await end(request, form.get('logout_token') ?? ''))
      ? reply.code(200).send()
      : reply.code(400).send({ error: 'invalid_request' });
  });
};
