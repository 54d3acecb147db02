import type { Pool } from 'pg';
import { OPERATIONS_PARTS, operationsOf, startMeasures, type Tracing } from './operations/parts';
import { createOperationsServer } from './operations/operations-server';
import type { OrderSource } from './orders/order-source';
import { PARTS } from './parts';
import { auditRequests, createAudit } from './platform/audit/audit';
import type { RemoteChoices } from './platform/config/remote-choices';
import type { Portal } from './platform/crypto/keys';
import { databaseAnswers } from './platform/database/connect';
import { createOutage } from './platform/database/outage';
import { endConnections } from './platform/http/connections';
import { cookieIn } from './platform/http/cookies';
import { errorResponses, respondWithError } from './platform/http/errors';
import { pathOfRequest, responseHeaders, secureResponses } from './platform/http/headers';
import { healthRoutes } from './platform/http/health';
import { logging, logRequests } from './platform/http/logging';
import { describeCalls, openApiRoutes } from './platform/http/openapi';
import { allowOrigins } from './platform/http/origins';
import { decorateLanguage } from './platform/http/request-language';
import { secureCalls } from './platform/http/scopes';
import { createServer } from './platform/http/server';
import type { App } from './platform/http/validation';
import { createHousekeeping } from './platform/jobs/retention-store';
import { workWhileListening } from './platform/jobs/worker';
import { brandFileRoutes } from './portal/page/brand-files';
import { createPages } from './portal/page/pages';
import { pageRoutes, type EnsureCsrfToken } from './portal/page/routes';
import type { StatusTexts } from './portal/page/status-texts';
import { identifyTeam, releaseCallRoutes } from './portal/releases/release-calls';
import { createReleases } from './portal/releases/releases';
import { devServerRoutes, registryRoutes, releaseRoutes, type ResolutionFor } from './portal/releases/routes';
import { createVisits } from './portal/releases/visits';
import { createOwnCalls } from './start/own-calls';

/** The dependencies of the app; the process and the tests bring the same. */
export interface Dependencies extends Portal {
  pool?: Pool | undefined;
  /** The operator's sentences about statuses. */
  statusTexts?: StatusTexts;
  /** What the operator has chosen for each remote. */
  choices?: RemoteChoices;
  /** The systems that orders come from. */
  orderSources?: readonly OrderSource[];
  /** OpenTelemetry, if it is configured. */
  tracing?: Tracing | undefined;
  /** Aborted when the portal is about to stop. */
  draining?: AbortSignal;
  /** What keeps this replica from serving customers. */
  problem?: (() => string | undefined) | undefined;
  /** The clock of the releases, in milliseconds. */
  now?: () => number;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The operator's server, not yet listening; absent without OPERATIONS_PORT. */
    operations: App | undefined;
  }
}

/** The server, with what watches its requests: log, traces, metrics, audit log. */
const createWatchedServer = ({
  config,
  keys,
  database,
  pool,
  orderSources = [],
  tracing,
  draining,
}: Dependencies) => {
  const https = config.publicUrl.protocol === 'https:';
  const app = createServer({
    https,
    trustProxy: config.trustProxy,
    ...logging(config.logLevel, undefined, tracing?.fields),
    rewriteUrl: pathOfRequest,
    // Fastify rejects undecodable URLs before the error handler and the hooks run.
    frameworkErrors: (error, request, reply) =>
      respondWithError(error, request, reply.headers(responseHeaders(request.id, https))),
  });
  endConnections(app, draining);
  logRequests(app);
  tracing?.trace(app);
  const measures = startMeasures({ config, database, pool, orderSources });
  measures?.observe(app);
  const audit = createAudit(app, {
    ...{ config, contacts: keys.contacts, fields: tracing?.fields },
    ...{ count: measures?.countEvent, countLost: measures?.countLostLine },
  });
  auditRequests(app, audit);
  const outage = createOutage(app.log);
  errorResponses(app, outage.failed);
  secureResponses(app, { https });
  decorateLanguage(app, config.languages);
  describeCalls(app, config);
  return { app, measures, audit, outage };
};

type WatchedServer = ReturnType<typeof createWatchedServer>;

const HOUSEKEEPING_INTERVAL_MS = 3_600_000;

/** Deletes what no rule reads any more, while the app listens. */
const keepHouse = ({ app, outage }: WatchedServer, dependencies: Dependencies): void => {
  const onError = (err: unknown) => outage.caught(err, 'cannot delete old rows; the next round tries again');
  const run = createHousekeeping(dependencies, onError);
  const { stop } = workWhileListening(app, { run, everyMs: HOUSEKEEPING_INTERVAL_MS, onError });
  app.addHook('onClose', stop);
};

/** The calls: of an upstream, or the portal's own, and those of remotes. */
const openCalls = ({ app, measures, audit, outage }: WatchedServer, dependencies: Dependencies) => {
  const { config, database, keys, choices, orderSources = [] } = dependencies;
  const upstream = PARTS.map((part) => part.calls?.(config)).find((calls) => calls !== undefined);
  const countMessage = measures?.countMessage;
  const own = upstream
    ? undefined
    : createOwnCalls(app, { config, database, keys, outage, audit, orderSources, countMessage });
  const context = { config, keys, choices, log: app.log, customers: own?.customers };
  return { upstream, own, ofRemotes: PARTS.flatMap((part) => part.remoteCalls?.(context) ?? []) };
};

type Calls = ReturnType<typeof openCalls>;

/** The releases, and the pages that show them. */
const openPages = (
  { app, measures, audit, outage }: WatchedServer,
  { own, ofRemotes }: Calls,
  { config, database, keys, choices, statusTexts, now }: Dependencies,
) => {
  const absentFor = ofRemotes.find((calls) => calls.absentFor)?.absentFor;
  const brand = { ...config.brand, ...(own?.signInButton && { signIn: own.signInButton }) };
  const releases = createReleases({ config, database, choices, log: app.log, audit, now });
  /** For one visitor, without the remotes that they do not have. */
  const resolution: ResolutionFor = async (visit, language, request) =>
    releases.resolution(absentFor ? { ...visit, absent: await absentFor(request) } : visit, language);
  const visits = createVisits(config, keys.previews);
  const openPage = createPages(
    { ...config, brand, statusTexts, isPersonal: absentFor !== undefined },
    { visits, resolution },
  );
  /** An upstream sets the cookie itself. */
  const ensureCsrfToken: EnsureCsrfToken =
    own?.ensureCsrfToken ?? (({ headers }) => cookieIn(headers.cookie, 'XSRF-TOKEN') ?? null);
  const onCounted = measures?.countLoad;
  const context = { app, config, releases, visits, outage, openPage, ensureCsrfToken, onCounted };
  const ofParts = PARTS.flatMap((part) => part.pages?.(context) ?? []);
  return { brand, releases, resolution, visits, openPage, ensureCsrfToken, ofParts };
};

type Pages = ReturnType<typeof openPages>;

/** Everything below the base path. */
const portalRoutes =
  ({ upstream, own, ofRemotes }: Calls, pages: Pages, { config, keys, database }: Dependencies) =>
  async (portal: App) => {
    const { basePath, languages, devServer } = config;
    const { brand, releases, resolution, visits, openPage, ensureCsrfToken, ofParts } = pages;
    portal.register(async (embeddable: App) => {
      allowOrigins(embeddable, config.embedOrigins);
      embeddable.register(async (calls: App) => {
        secureCalls(calls);
        if (upstream) calls.register(upstream.routes);
        if (own) calls.register(own.routes);
        for (const { routes } of ofRemotes) calls.register(routes);
      });
      for (const { routes } of ofParts) embeddable.register(routes);
      embeddable.register(registryRoutes, { visits, resolution, languages });
    });
    if (own) portal.register(own.unguardedRoutes);
    portal.register(releaseCallRoutes, {
      prefix: '/-/releases',
      config,
      context: releases.context,
      key: async () => keys.previews,
      identify: identifyTeam(database),
      isAudited: true,
    });
    for (const part of OPERATIONS_PARTS) if (part.routes) portal.register(part.routes(keys));
    portal.register(openApiRoutes);
    if (devServer) portal.register(devServerRoutes, { devServer });
    portal.register(releaseRoutes, { readFile: releases.readFile });
    portal.register(brandFileRoutes, { basePath, brand, languages });
    const countPage = ofParts.find((part) => part.countPage)?.countPage;
    portal.register(pageRoutes, { basePath, openPage, visits, countPage, ensureCsrfToken });
  };

/** The whole HTTP side of the portal, not yet listening. */
export const buildApp = (dependencies: Dependencies): App => {
  const { config, keys, database, choices, draining, problem } = dependencies;
  const server = createWatchedServer(dependencies);
  const { app, measures, audit } = server;
  keepHouse(server, dependencies);
  const calls = openCalls(server, dependencies);
  const pages = openPages(server, calls, dependencies);
  const health = {
    isDraining: () => draining?.aborted === true,
    problem,
    ready: calls.upstream?.state ?? (() => databaseAnswers(database)),
    releases: pages.releases.state,
  };
  app.register(healthRoutes, health);
  const work = operationsOf({ config, database, keys, choices, context: pages.releases.context });
  const operations = measures ? [measures, ...work] : work;
  app.decorate(
    'operations',
    config.operations && createOperationsServer(app, { config, audit, health, operations }),
  );
  app.register(portalRoutes(calls, pages, dependencies), { prefix: config.basePath });
  return app;
};
