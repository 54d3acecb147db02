import * as v from 'valibot';
import { oneOf, text, webUrl } from '../../platform/config/values';
import { defineVariables, type SettingsOf } from '../../platform/config/variables';
import type { Config } from '../../platform/config/config';

/** OpenTelemetry reads its variables itself; these turn it on. */
const variables = defineVariables({
  entries: {
    OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(webUrl),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: v.optional(webUrl),
    OTEL_EXPORTER_OTLP_PROTOCOL: v.optional(
      oneOf(['http/protobuf'], 'must be http/protobuf, which collectors take on port 4318'),
    ),
    OTEL_SDK_DISABLED: v.optional(v.pipe(text, v.toLowerCase()), 'false'),
  },
  settings: (env) => ({
    isTraced:
      Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) &&
      env.OTEL_SDK_DISABLED !== 'true',
  }),
});

declare module '../../platform/config/config' {
  interface Config extends SettingsOf<typeof variables> {}
}

/** OpenTelemetry. Its code is loaded only if it is configured. */
export const tracing = {
  name: 'tracing',
  variables,
  trace: async ({ isTraced }: Config) => (isTraced ? (await import('./tracing')).startTracing() : undefined),
};
