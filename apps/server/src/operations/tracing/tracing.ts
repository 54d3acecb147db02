import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { FastifyOtelInstrumentation } from '@fastify/otel';
import { trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { detectResources, envDetector, hostDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import type { App } from '../../platform/http/validation';

/*
 * OpenTelemetry. main.ts loads this file only when the environment configures it; the SDK then reads its variables itself.
 */

/** How long `app.close()` waits for the last spans. */
const STOP_TIMEOUT_MS = 3000;

/** Not traced: load balancers and Prometheus request these all the time. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * The attributes that leave this process. Paths, queries, client addresses, user agents, and error messages are left
 * out, because they may identify a customer. Statements are safe: they have placeholders in place of values.
 */
const SAFE_ATTRIBUTES = new Set([
  'db.namespace',
  'db.operation.name',
  'db.query.text',
  'db.response.status_code',
  'db.system.name',
  'error.type',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'server.address',
  'server.port',
]);

/** Removes everything that may identify a customer: events and the status hold error messages. */
const removeSecrets = ({ attributes, events, status }: ReadableSpan): void => {
  for (const name of Object.keys(attributes)) if (!SAFE_ATTRIBUTES.has(name)) delete attributes[name];
  events.length = 0;
  delete status.message;
};

/** Exports spans without secrets, and logs when that begins to fail and when it succeeds again. */
const createExporter = (log: () => FastifyBaseLogger | undefined): SpanExporter => {
  const otlp = new OTLPTraceExporter();
  let isFailing = false;
  return {
    export: (spans, done) => {
      for (const span of spans) removeSecrets(span);
      otlp.export(spans, (result) => {
        const { error } = result;
        if (error && !isFailing) log()?.warn({ reason: error.message }, 'traces cannot be sent');
        if (!error && isFailing) log()?.info('traces are sent again');
        isFailing = error !== undefined;
        done(result);
      });
    },
    shutdown: () => otlp.shutdown(),
  };
};

/** The modules to patch. In a bundle, nothing requires them by name, so the instrumentations would not see them. */
const LOADED = new Map<string, unknown>([
  ['http', http],
  ['https', https],
  ['pg', pg],
  ['pg-pool', Object.getPrototypeOf(pg.Pool)],
]);

const patchLoaded = (instrumentations: readonly (HttpInstrumentation | PgInstrumentation)[]) => {
  for (const definition of instrumentations.flatMap((each) => each.getModuleDefinitions()))
    if (LOADED.has(definition.name)) definition.patch?.(LOADED.get(definition.name));
  syncBuiltinESMExports();
};

/** Traces incoming requests, statements to PostgreSQL, and outgoing requests. */
export const startTracing = () => {
  let log: FastifyBaseLogger | undefined;
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'portal' }).merge(
      detectResources({ detectors: [hostDetector, envDetector] }),
    ),
    spanProcessors: [new BatchSpanProcessor(createExporter(() => log))],
  });
  provider.register();

  const fastify = new FastifyOtelInstrumentation({
    ignorePaths: ({ url }) => PROBES.has(url),
    instrumentHandler: false,
    instrumentHooks: false,
    requestHook: (span, { method, routeOptions }) => span.updateName(`${method} ${routeOptions.url ?? ''}`),
  });
  // Fastify's instrumentation already traces incoming requests.
  const outgoing = new HttpInstrumentation({ disableIncomingRequestInstrumentation: true });
  // Don't trace the dispatcher, which asks for work each second.
  const statements = new PgInstrumentation({ requireParentSpan: true });
  registerInstrumentations({
    instrumentations: [fastify, outgoing, statements, new UndiciInstrumentation()],
  });
  patchLoaded([outgoing, statements]);

  return {
    /** Traces the requests of an app. Call it before the routes are registered. */
    trace: (app: App) => {
      log = app.log;
      app.register(fastify.plugin());
      app.addHook('onClose', async () => {
        await Promise.race([provider.shutdown(), sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
      });
    },

    /** The current span, as fields of a line of the log. */
    fields: (): object => {
      const span = trace.getActiveSpan()?.spanContext();
      return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
    },
  };
};

export type Tracing = ReturnType<typeof startTracing>;
