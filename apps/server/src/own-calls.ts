import { runBackground } from './background';
import type { Config } from './config';
import type { Database } from './database/connect';
import { answerCalls } from './http/calls';
import type { App } from './http/validation';
import type { Keys } from './keys';
import { orderRoutes } from './orders/order-routes';
import { orderStore } from './orders/order-store';
import { preferenceRoutes } from './preferences/preference-routes';
import { preferenceStore } from './preferences/preference-store';
import { signInRoutes } from './sign-in/routes';
import { createSignIn } from './sign-in/sign-in';

interface Dependencies {
  config: Config;
  database: Database;
  keys: Keys;
}

/** The calls as this server answers them itself, from its database. */
export const createOwnCalls = (app: App, { config, database, keys }: Dependencies) => {
  const { wakeDelivery } = runBackground(app, { config, database, keys });
  const signIn = createSignIn({ config, database, keys, wakeDelivery });

  return {
    ensureCsrfCookie: signIn.csrf.ensure,
    answer: (calls: App) => {
      answerCalls(calls);
      signIn.csrf.guard(calls);
      signInRoutes(calls, signIn);
      orderRoutes(calls, { orders: orderStore(database), requireCustomer: signIn.requireCustomer });
      preferenceRoutes(calls, {
        preferences: preferenceStore(database),
        requireCustomer: signIn.requireCustomer,
      });
    },
  };
};
