import type { Config } from '../../platform/config/config';
import { tracingVariables } from './variables';

/** OpenTelemetry. Its code is loaded only if it is configured. */
export const tracing = {
  name: 'tracing',
  variables: tracingVariables,
  trace: async ({ isTraced }: Config) => (isTraced ? (await import('./tracing')).startTracing() : undefined),
};
