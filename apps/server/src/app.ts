import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import type { Trust } from '@portal/releases';
import Fastify from 'fastify';
import type { Backend } from './backend';
import type { Config } from './config';
import { databaseAnswers } from './database/answers';
import { embedRoute } from './embed/embed-route';
import { secureCalls } from './http/calls';
import { connections, endConnections } from './http/connections';
import { allowOrigins } from './http/cross-origin';
import { answerError, answerErrors } from './http/errors';
import { secureAnswers } from './http/headers';
import { healthRoutes } from './http/health';
import { logging, logRequests } from './http/logging';
import { pageRoutes } from './page/routes';
import { devServerRoutes } from './releases/dev-server';
import { registryRoute } from './releases/registry-route';
import { createReleases } from './releases/releases';
import { releaseRoutes } from './releases/routes';
import { ANYBODY, createVisits } from './releases/visits';
import { validateWithValibot, type App, type ValibotTypes } from './http/validation';
import type { Keys } from './keys';
import { createOwnCalls } from './own-calls';
import { createTelemetry } from './telemetry/telemetry';
import { upstreamAnswers } from './upstream/upstream-answers';
import { upstreamCalls } from './upstream/upstream-calls';

/** What the app is made of; the process and the tests bring the same. */
export type Dependencies = Backend & {
  config: Config;
  keys: Keys;
  /** Whose release documents are believed; absent: everybody's. */
  trust?: Trust;
  /** The clock that releases go by, in milliseconds. */
  now?: () => number;
};

/** The whole HTTP side of the portal, not yet listening. */
export const buildApp = ({ config, keys, database, upstream, trust, now }: Dependencies): App => {
  const app = Fastify({
    trustProxy: config.trustProxy,
    bodyLimit: 64 * 1024,
    ...connections(),
    ...logging(config.logLevel),
    // An address that cannot be decoded never reaches the error handler.
    frameworkErrors: answerError,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
  }).withTypeProvider<ValibotTypes>();
  endConnections(app);
  logRequests(app);
  validateWithValibot(app);
  answerErrors(app);
  const https = config.publicUrl.protocol === 'https:';
  secureAnswers(app, { https });
  app.register(cookie);

  const releases = createReleases({ config, trust, log: app.log, now });
  const visits = createVisits(config);
  const telemetry = createTelemetry(app, { config, releases, visits });
  const own = database && createOwnCalls(app, { config, database, keys });
  healthRoutes(app, {
    ready: () => (upstream ? upstreamAnswers(upstream) : databaseAnswers(database)),
    releases: releases.state,
  });

  app.register(
    async (portal: App) => {
      portal.register(async (embeddable: App) => {
        allowOrigins(embeddable, config.embedOrigins);
        embeddable.register(async (calls: App) => {
          secureCalls(calls);
          if (upstream) return upstreamCalls(calls, { ...config, upstream });
          own?.answer(calls);
        });
        embeddable.register(async (calls: App) => telemetry.answer(calls));
        registryRoute(embeddable, (request) => releases.resolution(visits.visitOf(request)));
        embeddable.register(embedRoute, {
          basePath: config.basePath,
          brand: config.brand,
          visits,
          resolution: releases.resolution,
          ensureCsrfToken: (request, reply) =>
            own ? own.ensureCsrfCookie(request, reply) : (request.cookies['XSRF-TOKEN'] ?? null),
        });
      });
      if (config.devServer) portal.register(devServerRoutes, { devServer: config.devServer });
      portal.register(releaseRoutes, {
        files: releases,
        basePath: config.basePath,
        liveShell: async () => (await releases.resolution(ANYBODY)).shell[0]?.version,
        development: config.devServer !== undefined,
      });
      pageRoutes(portal, {
        basePath: config.basePath,
        brand: config.brand,
        frameAncestors: config.frameAncestors,
        visits,
        resolution: releases.resolution,
        seemsSignedIn: (request) => 'session_token' in request.cookies,
        ensureCsrfCookie: (request, reply) => own?.ensureCsrfCookie(request, reply),
      });
    },
    { prefix: config.basePath },
  );
  return app;
};
