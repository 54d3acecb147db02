import type { Audit } from '../audit/audit';
import type { Config } from '../config/config';
import type { Database } from '../database/connect';
import { DatabaseUnavailableError } from '../database/faults';
import type { Outage } from '../database/outage';
import type { Mapping } from '../erp/acumatica/mapping';
import { runErp } from '../erp/erp';
import { compressResponses } from '../http/compression';
import { configureCallScope, type App, type Routes } from '../http/validation';
import { hookDeliveryStore } from '../import/hook-delivery-store';
import { ordersHookRoutes } from '../import/hook-routes';
import { importStore } from '../import/import-store';
import type { Keys } from '../config/keys';
import { limitStore } from '../limits/limit-store';
import { createDispatcher, lanes } from '../messages/dispatcher';
import { outboxStore, type Lane } from '../messages/outbox-store';
import { createTestMessages } from '../messages/test-message';
import { twilioRoutes, vonageRoutes } from '../messages/sms-replies';
import { unsubscribeRoutes } from '../messages/unsubscribe';
import type { Metrics } from '../metrics/metrics';
import { orderRoutes } from '../orders/order-routes';
import { preferenceRoutes } from '../preferences/preference-routes';
import { challengeStore } from '../sign-in/challenge-store';
import { handOverRoutes } from '../sign-in/hand-over-routes';
import { knownBrowsers } from '../sign-in/known-browser-store';
import { logoutRoutes } from '../sign-in/logout-routes';
import { providerRoutes } from '../sign-in/provider-routes';
import { signInRoutes } from '../sign-in/routes';
import { sessionRoutes } from '../sign-in/session-routes';
import { createSessions } from '../sign-in/session-store';
import { createSignIn } from '../sign-in/sign-in';
import { usedTokenStore } from '../sign-in/used-token-store';
import { workWhileListening } from '../http/worker';

interface Dependencies {
  config: Config;
  database: Database;
  keys: Keys;
  outage: Outage;
  audit: Audit;
  /** Of the ERP that orders come from. */
  mapping: Mapping | undefined;
  countMessage: Metrics['countMessage'] | undefined;
}

/** Picks up messages that another replica queued, and retries that are due. */
const DELIVERY_INTERVAL_MS = 1_000;
const HOUSEKEEPING_INTERVAL_MS = 3_600_000;

/**
 * Deletes rows that no rule reads any more, so that tables do not grow forever.
 * @param onError gets the error of each table that could not be cleaned; the others are
 */
export const createHousekeeping =
  (
    { config, database, keys }: Pick<Dependencies, 'config' | 'database' | 'keys'>,
    onError: (error: unknown) => void,
  ) =>
  async () => {
    const stores = [
      limitStore(database),
      challengeStore(database),
      knownBrowsers(database),
      createSessions(database, config.session),
      outboxStore(database, keys.outbox),
      hookDeliveryStore(database),
      importStore(database),
      usedTokenStore(database),
    ];
    for (const store of stores) await store.clean().catch(onError);
  };

/** Runs delivery, housekeeping, and the synchronization with an ERP while the app listens. @returns `wakeDelivery`: starts the next round now */
const runBackground = (app: App, dependencies: Dependencies) => {
  const { outage, mapping } = dependencies;
  const { dispatchLane } = createDispatcher({ ...dependencies, log: app.log });
  const deliver = async (lane: Lane) => {
    const more = await dispatchLane(lane);
    outage.succeeded();
    return more;
  };
  const onError = (err: unknown) => {
    if (err instanceof DatabaseUnavailableError) outage.failed(err);
    else app.log.error({ err }, 'background work failed; the next round tries again');
  };

  const clean = createHousekeeping(dependencies, onError);
  const deliveries = lanes.map((lane) =>
    workWhileListening(app, { run: () => deliver(lane), everyMs: DELIVERY_INTERVAL_MS, onError }),
  );
  const housekeeping = workWhileListening(app, { run: clean, everyMs: HOUSEKEEPING_INTERVAL_MS, onError });
  app.addHook('onClose', async () => {
    await Promise.all([...deliveries, housekeeping].map((worker) => worker.stop()));
  });
  return {
    erp: mapping && runErp(app, { ...dependencies, mapping, onError }),
    wakeDelivery: () => {
      for (const delivery of deliveries) delivery.wake();
    },
  };
};

/** The calls, answered by this server from its database. */
export const createOwnCalls = (app: App, dependencies: Dependencies) => {
  const { config, database, keys } = dependencies;
  const { wakeDelivery, erp } = runBackground(app, dependencies);
  const portal = { config, database, keys };
  const signIn = createSignIn(portal);
  const { requireCustomer, site, provider } = signIn;

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
  return { ensureCsrfCookie: signIn.csrf.ensure, routes, unguardedRoutes };
};
