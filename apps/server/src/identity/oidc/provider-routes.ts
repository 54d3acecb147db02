import { LOGIN_PATH, readReturnTo } from '@portal/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { createCookie } from '../../platform/http/cookies';
import { secureCalls } from '../../platform/http/scopes';
import type { Routes } from '../../platform/http/validation';
import { admitVouched } from '../tokens/claims';
import { beginSignIn, CALLBACK_PATH, finishSignIn, readBegun, type Oidc } from './provider';
import type { SignIn } from '../sessions/sign-in';

/** Why the customer is back on the sign-in screen, which has a sentence for each: a link cannot inject other text. */
type SignInProblem = 'cancelled' | 'failed' | 'unknown';

/** How long a customer may take to sign in at the identity provider. */
const COOKIE_SECONDS = 900;

/** What the library, or the provider in its response (RFC 6749 section 4.1.2.1), says about a failure. */
const failureSchema = v.fallback(
  v.object({ code: v.optional(v.string(), 'unexpected'), error: v.optional(v.string()) }),
  { code: 'unexpected' },
);

/** `GET /sign-in/oidc` redirects to the identity provider, `/sign-in/oidc/callback` back into the portal. */
export const providerRoutes: Routes<{ signIn: SignIn; oidc: Oidc }> = async (app, { signIn, oidc }) => {
  secureCalls(app);
  const { portal } = signIn;
  const { publicUrl, basePath } = portal.config;
  const cookie = createCookie(portal.config)('sign_in_provider', { httpOnly: true, maxAge: COOKIE_SECONDS });
  const addressOf = ({ url }: FastifyRequest) => new URL(publicUrl.origin + url);
  const show = (reply: FastifyReply, path: string) => reply.redirect(basePath + path, 303);
  const refuse = (reply: FastifyReply, problem: SignInProblem, returnTo: string) =>
    show(reply, `${LOGIN_PATH}?${String(new URLSearchParams({ problem, returnTo }))}`);

  const fail = (request: FastifyRequest, reply: FastifyReply, error: unknown, returnTo: string) => {
    const { code: reason, error: response } = v.parse(failureSchema, error);
    request.audit({ event: 'sign-in', outcome: 'refused', by: 'provider', reason });
    // The customer cancelled, or the provider does not permit it.
    if (response === 'access_denied') return refuse(reply, 'cancelled', returnTo);
    request.log.warn({ err: error }, 'a sign-in at the identity provider failed');
    return refuse(reply, 'failed', returnTo);
  };

  app.get('/sign-in/oidc', async (request, reply) => {
    const returnTo = readReturnTo(addressOf(request).search);
    try {
      const { url, begun } = await beginSignIn(oidc, portal, returnTo);
      cookie.set(reply, begun);
      return await reply.redirect(url, 303);
    } catch (error) {
      return fail(request, reply, error, returnTo);
    }
  });

  app.get(CALLBACK_PATH, async (request, reply) => {
    const begun = readBegun(portal, cookie.read(request));
    cookie.clear(reply);
    if (!begun) return fail(request, reply, undefined, readReturnTo(''));
    try {
      const vouched = await finishSignIn(oidc, portal, addressOf(request), begun);
      const isCustomer = await admitVouched(signIn, request, reply, vouched);
      return isCustomer ? show(reply, begun.returnTo) : refuse(reply, 'unknown', begun.returnTo);
    } catch (error) {
      return fail(request, reply, error, begun.returnTo);
    }
  });
};
