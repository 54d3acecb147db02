import Fastify from 'fastify';
import { auditRequests, createAudit } from './platform/audit/audit';
import type { Config } from './platform/config/config';
import type { RemoteChoices } from './platform/config/remote-choices';
import type { StatusTexts } from './portal/page/status-texts';
import { databaseAnswers, type Database } from './platform/database/connect';
import type { OrderSource } from './orders/order-source';
import type { Pool } from 'pg';
import { createOutage } from './platform/database/outage';
import { doctorRoutes } from './operations/doctor/doctor-routes';
import { connections, endConnections } from './platform/http/connections';
import { respondWithError, errorResponses } from './platform/http/errors';
import { responseHeaders, dropForwardedPorts, pathOfRequest, secureResponses } from './platform/http/headers';
import { healthRoutes } from './platform/http/health';
import { logging, logRequests, requestIds } from './platform/http/logging';
import { describeCalls, openApiRoutes } from './platform/http/openapi';
import { allowOrigins } from './platform/http/origins';
import { cookieIn } from './platform/http/cookies';
import { decorateLanguage } from './platform/http/request-language';
import { secureCalls } from './platform/http/scopes';
import { validateWithValibot, type App, type ValibotTypes } from './platform/http/validation';
import type { Keys } from './platform/crypto/keys';
import { createMetrics } from './operations/metrics/metrics';
import { serveOperations } from './operations/operator-pages/serve-operations';
import { createOwnCalls } from './start/own-calls';
import { brandFileRoutes } from './portal/page/brand-files';
import { embedRoutes, type EnsureCsrfToken } from './portal/embedding/embed-routes';
import { createPages } from './portal/page/pages';
import { pageRoutes } from './portal/page/routes';
import { createReleases } from './portal/releases/releases';
import { devServerRoutes, registryRoutes, releaseRoutes, type ResolutionFor } from './portal/releases/routes';
import { identifyTeam, releaseCallRoutes } from './portal/releases/release-calls';
import { ANYBODY, createVisits } from './portal/releases/visits';
import { createTelemetry } from './portal/browser-reports/telemetry';
import type { Tracing } from './operations/tracing/tracing';
import { noBackEndRoutes } from './gateway/back-ends/back-end-routes';
import { upstreamState, upstreamRoutes } from './gateway/upstream/upstream-calls';

/** The dependencies of the app; the process and the tests bring the same. */
export interface Dependencies {
  database: Database;
  pool?: Pool | undefined;
  config: Config;
  keys: Keys;
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
  /** The clock of the releases, in milliseconds. */
  now?: () => number;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The operator's server, not yet listening; absent without OPERATIONS_PORT. */
    operations: App | undefined;
  }
}

/** The whole HTTP side of the portal, not yet listening. */
export const buildApp = (dependencies: Dependencies): App => {
  const { config, keys, database, pool, statusTexts, choices } = dependencies;
  const upstream = config.apiUpstream;
  const { orderSources = [], tracing, draining, now } = dependencies;
  const https = config.publicUrl.protocol === 'https:';
  const app = Fastify({
    trustProxy: config.trustProxy,
    bodyLimit: 64 * 1024,
    ...connections(https),
    ...logging(config.logLevel, undefined, tracing?.fields),
    rewriteUrl: pathOfRequest,
    // Fastify rejects undecodable URLs before the error handler and the hooks run.
    frameworkErrors: (error, request, reply) =>
      respondWithError(error, request, reply.headers(responseHeaders(request.id, https))),
    genReqId: requestIds(config.trustProxy),
    requestIdHeader: false,
  }).withTypeProvider<ValibotTypes>();
  endConnections(app);
  logRequests(app);
  dropForwardedPorts(app);
  validateWithValibot(app);
  tracing?.trace(app);
  const metrics = config.operations && createMetrics({ database, pool, orderSources });
  metrics?.observe(app);
  const audit = createAudit(app, { config, fields: tracing?.fields, count: metrics?.countEvent });
  auditRequests(app, audit);
  const outage = createOutage(app.log);
  errorResponses(app, outage.failed);
  secureResponses(app, { https });
  decorateLanguage(app, config.languages);
  describeCalls(app, config);

  const { basePath, languages } = config;
  const countMessage = metrics?.countMessage;
  const ownCalls = upstream
    ? undefined
    : createOwnCalls(app, { config, database, keys, outage, audit, choices, orderSources, countMessage });
  const { absentFor, signInButton } = ownCalls ?? {};
  const brand = { ...config.brand, ...(signInButton && { signIn: signInButton }) };
  const releases = createReleases({ config, database, choices, log: app.log, audit, now });
  /** For one visitor, without the remotes that they do not have. */
  const resolution: ResolutionFor = async (visit, language, request) =>
    releases.resolution(absentFor ? { ...visit, absent: await absentFor(request) } : visit, language);
  const visits = createVisits(config, keys.previews);
  const openPage = createPages(
    { ...config, brand, statusTexts, isPersonal: absentFor !== undefined },
    { visits, resolution },
  );
  const telemetry = createTelemetry(app, {
    config,
    releases,
    visits,
    outage,
    onCounted: metrics?.countLoad,
  });

  /** An upstream sets the cookie itself. */
  const ensureCsrfToken: EnsureCsrfToken =
    ownCalls?.ensureCsrfToken ?? (({ headers }) => cookieIn(headers.cookie, 'XSRF-TOKEN') ?? null);

  const health = {
    isDraining: () => draining?.aborted === true,
    ready: () => (upstream ? upstreamState(upstream) : databaseAnswers(database)),
    releases: releases.state,
  };
  app.register(healthRoutes, health);
  app.decorate(
    'operations',
    metrics && serveOperations(app, { ...dependencies, context: releases.context, metrics, audit, health }),
  );
  app.register(
    async (portal: App) => {
      portal.register(async (embeddable: App) => {
        allowOrigins(embeddable, config.embedOrigins);
        embeddable.register(async (calls: App) => {
          secureCalls(calls);
          if (upstream) calls.register(upstreamRoutes, { ...config, upstream });
          if (ownCalls) calls.register(ownCalls.routes).register(ownCalls.remoteRoutes);
          calls.register(noBackEndRoutes);
        });
        embeddable.register(telemetry.routes);
        embeddable.register(registryRoutes, { visits, resolution, languages });
        embeddable.register(embedRoutes, {
          openPage,
          languages,
          ensureCsrfToken,
        });
      });
      if (ownCalls) portal.register(ownCalls.unguardedRoutes);
      portal.register(releaseCallRoutes, {
        prefix: '/-/releases',
        config,
        context: releases.context,
        key: async () => keys.previews,
        identify: identifyTeam(database),
        isAudited: true,
      });
      portal.register(doctorRoutes, { key: keys.doctor });
      portal.register(openApiRoutes);
      if (config.devServer) portal.register(devServerRoutes, { devServer: config.devServer });
      portal.register(releaseRoutes, {
        readFile: releases.readFile,
        basePath,
        liveShell: () => releases.resolution(ANYBODY),
        development: config.devServer !== undefined,
      });
      portal.register(brandFileRoutes, { basePath, brand, languages });
      portal.register(pageRoutes, {
        basePath,
        openPage,
        visits,
        countPage: telemetry.countPage,
        ensureCsrfToken,
      });
    },
    { prefix: basePath },
  );
  return app;
};
