import * as v from 'valibot';
import { token } from '../../platform/config/values';
import { defineVariables, type SettingsOf } from '../../platform/config/variables';
import type { App, Routes } from '../../platform/http/validation';
import type { Measured } from '../parts';
import { createMetrics, type Metrics } from './metrics';
import { compile } from '@fastify/proxy-addr';
import { Failure } from '../../platform/http/errors';
import { requireBearer } from '../../platform/http/scopes';

/** Who reads the metrics. */
const variables = defineVariables({
  entries: { METRICS_TOKEN: v.optional(token) },
  settings: (env) => ({
    /** Absent: only this machine reads the metrics. */
    metricsToken: env.METRICS_TOKEN,
  }),
});

declare module '../../platform/config/config' {
  interface Config extends SettingsOf<typeof variables> {}
}

const isLoopback = compile(['loopback']);

/** `GET /metrics`, for METRICS_TOKEN; without one, for programs of this machine. */
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

const measure = (measured: Measured) => {
  const created = createMetrics(measured);
  return {
    ...created,
    routes: async (scope: App) =>
      void scope.register(metricsRoutes, { metrics: created, token: measured.config.metricsToken }),
  };
};

/** What Prometheus reads. */
export const metrics = { name: 'metrics', variables, measure };
