import type { Audit } from '../audit/audit';
import type { Config } from '../config/config';
import type { Database } from '../database/connect';
import type { RemoteChoices } from '../config/remote-choices';
import { DatabaseUnavailableError } from '../database/faults';
import type { Outage } from '../database/outage';
import { runErp, type OpenConnector } from '../erp/erp';
import { compressResponses } from '../http/compression';
import { configureCallScope, type App, type Routes } from '../http/validation';
import { ordersHookRoutes } from '../import/hook-routes';
import type { Keys } from '../config/keys';
import { createDispatcher } from '../messages/dispatcher';
import { createTestMessages } from '../messages/test-message';
import { twilioRoutes, vonageRoutes } from '../messages/sms-replies';
import { unsubscribeRoutes } from '../messages/unsubscribe';
import type { Metrics } from '../metrics/metrics';
import { orderRoutes } from '../orders/order-routes';
import { preferenceRoutes } from '../preferences/preference-routes';
import { handOverRoutes } from '../sign-in/hand-over-routes';
import { logoutRoutes } from '../sign-in/logout-routes';
import { providerRoutes } from '../sign-in/provider-routes';
import { signInRoutes } from '../sign-in/routes';
import { sessionRoutes } from '../sign-in/session-routes';
import { createSignIn } from '../sign-in/sign-in';
import { createAvailability } from '../upstream/availability';
import { backEndRoutes } from '../upstream/back-end-routes';
import { createBackEnds } from '../upstream/back-ends';
import { workWhileListening } from '../http/worker';
import { createHousekeeping } from './retention-store';

interface Dependencies {
  config: Config;
  database: Database;
  keys: Keys;
  outage: Outage;
  audit: Audit;
  choices: RemoteChoices | undefined;
  openConnector: OpenConnector | undefined;
  countMessage: Metrics['countMessage'] | undefined;
}

/** Picks up messages that another replica queued, and retries that are due. */
const DELIVERY_INTERVAL_MS = 1_000;
const HOUSEKEEPING_INTERVAL_MS = 3_600_000;

/** Runs delivery, housekeeping, and the ERP while the app listens. @returns `wakeDelivery`: starts the next round now */
const runBackground = (app: App, dependencies: Dependencies) => {
  const { outage, openConnector } = dependencies;
  const { lanes } = createDispatcher({ ...dependencies, log: app.log });
  const onError = (err: unknown) => {
    if (err instanceof DatabaseUnavailableError) outage.failed(err);
    else app.log.error({ err }, 'background work failed; the next round tries again');
  };

  const clean = createHousekeeping(dependencies, onError);
  const deliveries = lanes.map(({ dispatch }) => {
    const run = async () => {
      const isMore = await dispatch();
      outage.succeeded();
      return isMore;
    };
    return workWhileListening(app, { run, everyMs: DELIVERY_INTERVAL_MS, onError });
  });
  const housekeeping = workWhileListening(app, { run: clean, everyMs: HOUSEKEEPING_INTERVAL_MS, onError });
  app.addHook('onClose', async () => {
    await Promise.all([...deliveries, housekeeping].map((worker) => worker.stop()));
    await Promise.all(lanes.map(({ finish }) => finish()));
  });
  return {
    erp: openConnector && runErp(app, { ...dependencies, openConnector, onError }),
    wakeDelivery: () => {
      for (const delivery of deliveries) delivery.wake();
    },
  };
};

/** The calls, answered by this server from its database. */
export const createOwnCalls = (app: App, dependencies: Dependencies) => {
  const { config, database, keys, choices } = dependencies;
  const { wakeDelivery, erp } = runBackground(app, dependencies);
  const portal = { config, database, keys };
  const signIn = createSignIn(portal);
  const { requireCustomer, site, provider, cookies, sessions } = signIn;
  app.addHook('onRequest', signIn.keepOwnSession);
  const backEnds = createBackEnds({ config, keys, choices });

  const routes: Routes<object> = async (scope) => {
    await compressResponses(scope);
    configureCallScope(scope);
    signIn.csrf.guard(scope);
    scope.register(signInRoutes, { signIn, wakeDelivery });
    scope.register(sessionRoutes, signIn);
    if (site) scope.register(handOverRoutes, { signIn, site });
    scope.register(orderRoutes, { database, requireCustomer, freshAt: erp?.freshAt });
    scope.register(preferenceRoutes, {
      database,
      languages: config.languages,
      requireCustomer,
      sendTest: createTestMessages(portal, wakeDelivery),
    });
  };

  /** Routes outside the CSRF guard: webhooks, links in messages, and sign-in redirects, each with its own proof. */
  const unguardedRoutes: Routes<object> = async (scope) => {
    const { ordersWebhookToken: token, twilio, vonage, oidc } = config;
    if (token) scope.register(ordersHookRoutes, { token, database });
    if (erp) scope.register(erp.routes);
    if (twilio) scope.register(twilioRoutes, { ...portal, authToken: twilio.authToken });
    if (vonage?.signatureSecret) scope.register(vonageRoutes, { ...portal, secret: vonage.signatureSecret });
    if (oidc) scope.register(providerRoutes, { signIn, oidc });
    if (site ?? provider) scope.register(logoutRoutes, signIn);
    scope.register(unsubscribeRoutes, portal);
  };

  /** The calls of remotes to back ends of their own. */
  const remoteRoutes: Routes<object> = async (scope) => {
    signIn.csrf.guard(scope);
    if (backEnds) scope.register(backEndRoutes, { config, backEnds, requireCustomer });
  };
  const absentFor =
    backEnds &&
    createAvailability({
      backEnds,
      log: app.log,
      customerOf: (request) => sessions.customerOf(cookies.session.read(request)),
    });
  return { ensureCsrfToken: signIn.csrf.ensure, absentFor, routes, remoteRoutes, unguardedRoutes };
};
