import type { FastifyRequest } from 'fastify';
import type { Audit } from '../platform/audit/audit';
import type { Outage } from '../platform/database/outage';
import type { OrderSource } from '../orders/order-source';
import { compressResponses, configureCallScope } from '../platform/http/scopes';
import type { App, Routes } from '../platform/http/validation';
import { ordersHookRoutes } from '../orders/webhook/hook-routes';
import type { Portal } from '../platform/crypto/keys';
import { createDispatcher } from '../messages/dispatcher';
import { createTestMessages } from '../messages/test-message';
import { MESSAGE_PARTS, remindsOfVisits } from '../messages/parts';
import { smsProvider } from '../messages/sms/providers';
import { unsubscribeRoutes } from '../messages/unsubscribe';
import type { Measures } from '../operations/parts';
import { orderRoutes } from '../orders/calls/order-routes';
import { preferenceRoutes } from '../orders/preferences/preference-routes';
import { logoutRoutes } from '../identity/tokens/logout-routes';
import { codeRoutes } from '../identity/codes/code-routes';
import { sessionRoutes } from '../identity/sessions/session-routes';
import { createSignIn } from '../identity/sessions/sign-in';
import { runLanes } from '../platform/jobs/lanes';
import { workWhileListening } from '../platform/jobs/worker';
import { PARTS } from '../parts';

interface Dependencies extends Portal {
  outage: Outage;
  audit: Audit;
  orderSources: readonly OrderSource[];
  countMessage: Measures['countMessage'] | undefined;
}

/** Picks up messages that another replica queued, and retries that are due. */
const DELIVERY_INTERVAL_MS = 1_000;

/** Runs delivery and the sources of orders while the app listens. @returns `wakeDelivery`: starts the next round now */
const runBackground = (app: App, dependencies: Dependencies) => {
  const { outage, orderSources } = dependencies;
  const { lanes } = createDispatcher({ ...dependencies, log: app.log });
  const onError = (err: unknown) => outage.caught(err, 'background work failed; the next round tries again');
  const deliveries = lanes.map(({ dispatch, finish }) => ({
    finish,
    dispatch: async () => {
      const isMore = await dispatch();
      outage.succeeded();
      return isMore;
    },
  }));
  const { wake: wakeDelivery } = runLanes(app, deliveries, { everyMs: DELIVERY_INTERVAL_MS, onError });
  const jobs = MESSAGE_PARTS.flatMap((part) => part.job?.(dependencies) ?? []).map((job) =>
    workWhileListening(app, { ...job, onError }),
  );
  app.addHook('onClose', () => Promise.all(jobs.map((job) => job.stop())));
  return {
    onError,
    sources: orderSources.map(({ run }) => run(app, { ...dependencies, onError })),
    wakeDelivery,
  };
};

/** The calls, answered by this server from its database. */
export const createOwnCalls = (app: App, dependencies: Dependencies) => {
  const { config, database, keys } = dependencies;
  const { wakeDelivery, sources, onError } = runBackground(app, dependencies);
  const portal = { config, database, keys };
  const signIn = createSignIn(portal);
  const { requireCustomer, cookies, sessions } = signIn;
  const elsewhere = PARTS.flatMap((part) => part.signIn?.(portal) ?? []);
  const additions = [
    ...PARTS.flatMap(
      (part) => part.customerCalls?.(app, { ...portal, requireCustomer, sources, onError }) ?? [],
    ),
    ...sources.flatMap((source) => source.customerCalls?.({ requireCustomer }) ?? []),
  ];
  app.addHook('onRequest', signIn.keepOwnSession);

  const routes: Routes<object> = async (scope) => {
    await compressResponses(scope);
    configureCallScope(scope);
    signIn.csrf.guard(scope);
    scope.register(codeRoutes, { signIn, wakeDelivery });
    scope.register(sessionRoutes, {
      signIn,
      endSessionUrl: elsewhere.find((one) => one.endSessionUrl)?.endSessionUrl,
    });
    for (const one of elsewhere) if (one.calls) scope.register(one.calls, { signIn });
    scope.register(orderRoutes, { database, requireCustomer, freshAt: sources[0]?.freshAt, additions });
    for (const { routes: added } of additions) scope.register(added);
    scope.register(preferenceRoutes, {
      database,
      languages: config.languages,
      remindsOfVisits: remindsOfVisits(config),
      requireCustomer,
      sendTest: createTestMessages(portal, wakeDelivery),
    });
  };

  /** Routes outside the CSRF guard: webhooks, links in messages, and sign-in redirects, each with its own proof. */
  const unguardedRoutes: Routes<object> = async (scope) => {
    const { ordersWebhookToken: token } = config;
    const replies = smsProvider(config)?.replies;
    if (token)
      scope.register(ordersHookRoutes, {
        token,
        database,
        kinds: config.statusKinds,
        erasures: keys.erasures,
      });
    for (const source of sources) scope.register(source.routes);
    for (const { replyRoutes } of MESSAGE_PARTS)
      if (replies && replyRoutes) scope.register(replyRoutes, { ...portal, replies });
    for (const { redirects } of elsewhere) if (redirects) scope.register(redirects, { signIn });
    const [first, ...others] = elsewhere.map((one) => one.trusted);
    if (first) scope.register(logoutRoutes, { ...portal, trusted: [first, ...others] });
    scope.register(unsubscribeRoutes, portal);
  };

  const customers = {
    guard: signIn.csrf.guard,
    requireCustomer,
    customerOf: (request: FastifyRequest) => sessions.customerOf(cookies.session.read(request)),
  };
  return {
    ensureCsrfToken: signIn.csrf.ensure,
    signInButton: elsewhere.find((one) => one.button)?.button,
    customers,
    routes,
    unguardedRoutes,
  };
};
