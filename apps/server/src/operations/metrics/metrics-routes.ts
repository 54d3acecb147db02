import { compile } from '@fastify/proxy-addr';
import { Failure } from '../../platform/http/errors';
import { requireBearer } from '../../platform/http/scopes';
import type { Routes } from '../../platform/http/validation';
import type { Metrics } from './metrics';

const isLoopback = compile(['loopback']);

/** `GET /metrics`, for METRICS_TOKEN; without one, for programs of this machine. */
export const metricsRoutes: Routes<{ metrics: Metrics; token: string | undefined }> = async (
  scope,
  options,
) => {
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
