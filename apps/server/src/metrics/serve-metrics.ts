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

interface MetricsRoutes {
  metrics: Pick<Metrics, 'read' | 'contentType'>;
  /** METRICS_TOKEN */
  token: string | undefined;
}

const metricsRoutes: Routes<MetricsRoutes> = async (app, { metrics, token }) => {
  if (token !== undefined) requireBearer(app, 'METRICS_TOKEN', token);
  app.get('/metrics', async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.read()),
  );
};

interface ServeMetrics {
  config: NonNullable<Config['metrics']>;
  metrics: Metrics;
  audit: Audit;
}

/** Serves the metrics at METRICS_PORT while the app is ready, or else as a route of the app. */
export const serveMetrics = (app: App, { config, metrics, audit }: ServeMetrics) => {
  const { port, host, token } = config;
  if (port === undefined) return void app.register(metricsRoutes, { metrics, token });
  const server = Fastify({
    loggerInstance: app.log,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    genReqId: () => randomUUID(),
  }).withTypeProvider<ValibotTypes>();
  auditRequests(server, audit);
  errorResponses(server);
  secureResponses(server, { https: false });
  server.register(metricsRoutes, { metrics, token });
  app.addHook('onReady', () => listen(server, { port, host, prefix: 'METRICS_' }));
  app.addHook('onClose', () => server.close());
};
