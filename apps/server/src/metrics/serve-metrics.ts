import { randomUUID } from 'node:crypto';
import Fastify, { LogController } from 'fastify';
import { auditRequests, type Audit } from '../audit/audit';
import type { Config } from '../config/config';
import { listen } from '../http/connections';
import { requireBearer } from '../http/bearer';
import { errorResponses } from '../http/errors';
import { secureResponses } from '../http/headers';
import type { App, Routes, ValibotTypes } from '../http/validation';
import type { Metrics } from './metrics';

interface ServeMetrics {
  config: NonNullable<Config['metrics']>;
  metrics: Metrics;
  audit: Audit;
}

/** Serves the metrics at METRICS_PORT while the app is ready, or else as a route of the app. */
export const serveMetrics = (app: App, { config, metrics, audit }: ServeMetrics) => {
  const { port, host, token } = config;
  const routes: Routes<object> = async (scope) => {
    if (token !== undefined) requireBearer(scope, 'METRICS_TOKEN', token);
    scope.get('/metrics', async (_request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .type(metrics.contentType)
        .send(await metrics.read()),
    );
  };
  if (port === undefined) return void app.register(routes);
  const server = Fastify({
    loggerInstance: app.log,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    genReqId: () => randomUUID(),
  }).withTypeProvider<ValibotTypes>();
  auditRequests(server, audit);
  errorResponses(server);
  secureResponses(server, { https: false });
  server.register(routes);
  app.addHook('onReady', () => listen(server, { port, host, prefix: 'METRICS_' }));
  app.addHook('onClose', () => server.close());
};
