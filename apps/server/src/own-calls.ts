import type { Audit } from './audit/audit';
import { runBackground } from './background';
import type { Config } from './config';
import type { Database } from './database/connect';
import type { Outage } from './database/outage';
import { compressAnswers } from './http/compression';
import { configureCallScope, type App, type Routes } from './http/validation';
import { ordersHookRoutes } from './import/hook-routes';
import type { Keys } from './keys';
import { createTestMessages } from './messages/test-message';
import { twilioRoutes } from './messages/twilio-routes';
import { unsubscribeRoutes } from './messages/unsubscribe';
import { orderRoutes } from './orders/order-routes';
import { preferenceRoutes } from './preferences/preference-routes';
import { handOverRoutes } from './sign-in/hand-over-routes';
import { logoutRoutes } from './sign-in/logout-routes';
import { providerRoutes } from './sign-in/provider-routes';
import { signInRoutes } from './sign-in/routes';
import { createSignIn } from './sign-in/sign-in';

interface Dependencies {
  config: Config;
  database: Database;
  keys: Keys;
  outage: Outage;
  audit: Audit;
}

/** The calls, answered by this server from its database. */
export const createOwnCalls = (app: App, { config, database, keys, outage, audit }: Dependencies) => {
  const { wakeDelivery } = runBackground(app, { config, database, keys, outage, audit });
  const portal = { config, database, keys };
  const signIn = createSignIn(portal);
  const { requireCustomer, site, provider } = signIn;

  const routes: Routes<object> = async (scope) => {
    await compressAnswers(scope);
    configureCallScope(scope);
    signIn.csrf.guard(scope);
    scope.register(signInRoutes, { signIn, wakeDelivery });
    if (site) scope.register(handOverRoutes, { signIn, site });
    scope.register(orderRoutes, { database, requireCustomer });
    scope.register(preferenceRoutes, {
      database,
      languages: config.languages,
      requireCustomer,
      sendTest: createTestMessages(portal, wakeDelivery),
    });
  };

  /** Routes outside the CSRF guard: webhooks, links in messages, and sign-in redirects, each with its own proof. */
  const unguardedRoutes: Routes<object> = async (scope) => {
    const { ordersWebhookToken: token, twilio, oidc } = config;
    if (token) scope.register(ordersHookRoutes, { token, database });
    if (twilio) scope.register(twilioRoutes, { ...portal, authToken: twilio.authToken });
    if (oidc) scope.register(providerRoutes, { signIn, oidc });
    if (site ?? provider) scope.register(logoutRoutes, signIn);
    scope.register(unsubscribeRoutes, portal);
  };
  return { ensureCsrfCookie: signIn.csrf.ensure, routes, unguardedRoutes };
};
