import { runBackground } from './background';
import type { Config } from './config';
import type { Database } from './database/connect';
import type { Outage } from './database/outage';
import { configureCallScope } from './http/calls';
import type { App, Routes } from './http/validation';
import type { Keys } from './keys';
import { orderRoutes } from './orders/order-routes';
import { preferenceRoutes } from './preferences/preference-routes';
import { signInRoutes } from './sign-in/routes';
import { createSignIn } from './sign-in/sign-in';

interface Dependencies {
  config: Config;
  database: Database;
  keys: Keys;
  outage: Outage;
}

/** The calls, answered by this server from its database. */
export const createOwnCalls = (app: App, { config, database, keys, outage }: Dependencies) => {
  const { wakeDelivery } = runBackground(app, { config, database, keys, outage });
  const signIn = createSignIn({ config, database, keys, wakeDelivery });
  const { requireCustomer } = signIn;

  const routes: Routes<object> = async (scope) => {
    configureCallScope(scope);
    signIn.csrf.guard(scope);
    scope.register(signInRoutes, signIn);
    scope.register(orderRoutes, { database, requireCustomer });
    scope.register(preferenceRoutes, { database, requireCustomer });
  };
  return { ensureCsrfCookie: signIn.csrf.ensure, routes };
};
