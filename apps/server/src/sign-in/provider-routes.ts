import { LOGIN_PATH, readReturnTo } from '@portal/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config';
import { secureCalls } from '../http/headers';
import type { Routes } from '../http/validation';
import { CALLBACK_PATH, type Provider } from './provider';
import type { SignIn } from './sign-in';

interface ProviderRoutes extends Pick<SignIn, 'cookies' | 'admitVouched'> {
  provider: Provider;
  publicUrl: Config['publicUrl'];
  basePath: string;
}

/** Why the customer is back on the sign-in screen, which has a sentence for each: a link cannot inject other text. */
type SignInProblem = 'cancelled' | 'failed' | 'unknown';

const textIn = (error: unknown, field: string): string | undefined => {
  const value: unknown = error instanceof Error ? Reflect.get(error, field) : undefined;
  return typeof value === 'string' ? value : undefined;
};

/** Whether the customer cancelled the sign-in, or the provider does not permit it. */
const isDenied = (error: unknown): boolean => textIn(error, 'error') === 'access_denied';

/**
 * Sign-in at the identity provider: `GET /sign-in/oidc` redirects there, and `/sign-in/oidc/callback` redirects back
 * into the portal.
 */
export const providerRoutes: Routes<ProviderRoutes> = async (
  app,
  { provider, cookies, admitVouched, publicUrl, basePath },
) => {
  secureCalls(app);
  const addressOf = ({ url }: FastifyRequest) => new URL(publicUrl.origin + url);
  const show = (reply: FastifyReply, path: string) => reply.redirect(basePath + path, 303);
  const refuse = (reply: FastifyReply, problem: SignInProblem, returnTo: string) =>
    show(reply, `${LOGIN_PATH}?${String(new URLSearchParams({ problem, returnTo }))}`);

  const fail = (request: FastifyRequest, reply: FastifyReply, error: unknown, returnTo: string) => {
    request.audit({
      event: 'sign-in',
      outcome: 'refused',
      by: 'provider',
      reason: textIn(error, 'code') ?? 'unexpected',
    });
    if (isDenied(error)) return refuse(reply, 'cancelled', returnTo);
    request.log.warn({ err: error }, 'a sign-in at the identity provider failed');
    return refuse(reply, 'failed', returnTo);
  };

  app.get('/sign-in/oidc', async (request, reply) => {
    const returnTo = readReturnTo(addressOf(request).search);
    try {
      const { url, begun } = await provider.begin(returnTo);
      cookies.provider.set(reply, begun);
      return await reply.redirect(url, 303);
    } catch (error) {
      return fail(request, reply, error, returnTo);
    }
  });

  app.get(CALLBACK_PATH, async (request, reply) => {
    const begun = provider.read(cookies.provider.read(request));
    cookies.provider.clear(reply);
    if (!begun) return fail(request, reply, undefined, readReturnTo(''));
    try {
      const vouched = await provider.finish(addressOf(request), begun);
      const isCustomer = await admitVouched(request, reply, vouched);
      return isCustomer ? show(reply, begun.returnTo) : refuse(reply, 'unknown', begun.returnTo);
    } catch (error) {
      return fail(request, reply, error, begun.returnTo);
    }
  });
};
