import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import cookie from '@fastify/cookie';
import { openReleases } from '@portal/releases';
import Fastify from 'fastify';
import type { Backend } from './backend';
import type { Config } from './config';
import { databaseAnswers } from './database/answers';
import { secureCalls } from './http/calls';
import { connections, endConnections } from './http/connections';
import { answerError, answerErrors } from './http/errors';
import { secureAnswers } from './http/headers';
import { healthRoutes } from './http/health';
import { logging, logRequests } from './http/logging';
import { pageRoutes } from './page/routes';
import { devServerRoutes } from './releases/dev-server';
import { liveDocuments } from './releases/live-documents';
import { resolve } from './releases/resolve';
import { releaseRoutes } from './releases/routes';
import { validateWithValibot, type App, type ValibotTypes } from './http/validation';
import type { Keys } from './keys';
import { createOwnCalls } from './own-calls';
import { upstreamAnswers } from './upstream/upstream-answers';
import { upstreamCalls } from './upstream/upstream-calls';

/** What the app is made of; the process and the tests bring the same. */
export type Dependencies = Backend & { config: Config; keys: Keys };

/** The whole HTTP side of the portal, not yet listening. */
export const buildApp = ({ config, keys, database, upstream }: Dependencies): App => {
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
  healthRoutes(app, { ready: () => (upstream ? upstreamAnswers(upstream) : databaseAnswers(database)) });

  const documents = liveDocuments(openReleases(config.releasesUrl), app.log);
  const own = database && createOwnCalls(app, { config, database, keys });
  const resolution = async () => resolve(await documents(), config.basePath);

  app.register(
    async (portal: App) => {
      portal.register(async (calls: App) => {
        secureCalls(calls);
        if (upstream) return upstreamCalls(calls, { upstream, publicUrl: config.publicUrl });
        own?.answer(calls);
      });
      if (config.devServer) portal.register(devServerRoutes, { devServer: config.devServer });
      portal.register(releaseRoutes, { root: fileURLToPath(config.releasesUrl), resolution });
      pageRoutes(portal, {
        basePath: config.basePath,
        brand: config.brand,
        resolution,
        seemsSignedIn: (request) => 'session_token' in request.cookies,
        ensureCsrfCookie: (request, reply) => own?.ensureCsrfCookie(request, reply),
      });
    },
    { prefix: config.basePath },
  );
  return app;
};
