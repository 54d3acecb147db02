import type { Config } from '../../platform/config/config';
import type { App } from '../../platform/http/validation';
import { createMetrics, type Measured } from './metrics';
import { metricsRoutes } from './metrics-routes';
import { metricsVariables } from './variables';

const measure = ({ config, ...measured }: Measured & { config: Config }) => {
  const created = createMetrics(measured);
  return {
    ...created,
    routes: async (scope: App) =>
      void scope.register(metricsRoutes, { metrics: created, token: config.metricsToken }),
  };
};

/** What Prometheus reads. */
export const metrics = { name: 'metrics', variables: metricsVariables, measure };
