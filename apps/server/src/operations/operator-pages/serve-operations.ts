import { compile } from '@fastify/proxy-addr';
import Fastify, { LogController } from 'fastify';
import { auditRequests, type Audit } from '../../platform/audit/audit';
import { connections } from '../../platform/http/connections';
import { errorResponses, Failure } from '../../platform/http/errors';
import { dropForwardedPorts, secureResponses } from '../../platform/http/headers';
import { healthRoutes, type HealthRoutes } from '../../platform/http/health';
import { logRequests, requestIds } from '../../platform/http/logging';
import { requireBearer } from '../../platform/http/scopes';
import {
  validateWithValibot,
  type App,
  type Routes,
  type ValibotTypes,
} from '../../platform/http/validation';
import type { Metrics } from '../metrics/metrics';
import { operatorAccess, type AccessOptions } from './operator-access';
import type { OperatorWork } from './operator-work';
import { renderFailure } from './page-frame';
import { pageRoutes } from './page-routes';
import { workRoutes } from './work-routes';

type Options = AccessOptions & OperatorWork & { metrics: Metrics; audit: Audit; health: HealthRoutes };

const isLoopback = compile(['loopback']);

const metricsRoutes: Routes<{ metrics: Metrics; token: string | undefined }> = async (scope, options) => {
  const { metrics, token } = options;
  if (token !== undefined) requireBearer(scope, 'METRICS_TOKEN', token);
  else
    scope.addHook('onRequest', async ({ ip, ips = [ip] }) => {
      if (!ips.every((address) => isLoopback(address, 0)))
        throw new Failure(403, 'Set METRICS_TOKEN to read the metrics from another machine.');
    });
  scope.get('/metrics', async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.read()),
  );
};

/** Serves the operator and Prometheus at OPERATIONS_PORT. The server is not yet listening; it closes with the app. */
export const serveOperations = (app: App, options: Options): App => {
  const { config, metrics, audit, health } = options;
  const { operatorToken, operatorHeader, metricsToken } = config.operations ?? {};
  const server = Fastify({
    trustProxy: config.trustProxy,
    bodyLimit: 64 * 1024,
    ...connections(false),
    loggerInstance: app.log,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    genReqId: requestIds(config.trustProxy),
    requestIdHeader: false,
  }).withTypeProvider<ValibotTypes>();
  dropForwardedPorts(server);
  validateWithValibot(server);
  auditRequests(server, audit);
  // People get a page, programs JSON.
  errorResponses(server, undefined, ({ message, ...body }, reply) =>
    reply.request.headers.accept?.includes('text/html')
      ? renderFailure(reply, config.brand, message)
      : { ...body, message },
  );
  secureResponses(server, { https: false });
  server.register(metricsRoutes, { metrics, token: metricsToken });
  server.register(healthRoutes, health);
  if (operatorToken ?? operatorHeader)
    server.register(async (scope: App) => {
      logRequests(scope);
      const access = operatorAccess(options);
      scope.register(workRoutes, { work: options, access });
      scope.register(pageRoutes, { work: options, access });
    });
  app.addHook('onClose', () => server.close());
  return server;
};
