import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Writable } from 'node:stream';
import { compile } from '@fastify/proxy-addr';
import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Config } from '../config/config';
import { networkOf } from '../limits/limits';
import type { App } from './validation';

/** A trace that a proxy or a client has begun (W3C Trace Context, section 3.2). */
const traceIn = ({ traceparent }: FastifyRequest['headers']) => {
  const [, id] = /^[\da-f]{2}-([\da-f]{32})-/.exec(String(traceparent)) ?? [];
  return id && { trace_id: id };
};

/** Logs path and network, but neither query, other headers, nor IP address. */
const describe = (request: FastifyRequest, { statusCode, elapsedTime }: FastifyReply) => ({
  method: request.method,
  route: request.routeOptions.url,
  path: request.url.replace(/\?.*/s, ''),
  status: statusCode,
  ms: Math.round(elapsedTime),
  network: networkOf(request.ip),
  ...traceIn(request.headers),
});

/** The id of each request: that of a trusted proxy, so that both logs have the same, or a new one. */
export const requestIds = (trustProxy: Config['trustProxy']) => {
  const isTrusted = typeof trustProxy === 'string' ? compile(trustProxy.split(/\s*,\s*/)) : () => trustProxy;
  return ({ headers: { 'x-request-id': id }, socket }: IncomingMessage): string =>
    typeof id === 'string' && /^[\w.:+/=-]{1,128}$/.test(id) && isTrusted(socket.remoteAddress ?? '', 0)
      ? id
      : randomUUID();
};

/** Logs only these fields of an error: in others, PostgreSQL quotes the data of rows. */
const describeError = (error: Error & { code?: string }) => ({
  type: error.name,
  message: error.message,
  stack: error.stack ?? '',
  ...(error.code && { code: error.code }),
});

const NAMES: Record<number, string> = { 30: 'Info', 40: 'Warning', 50: 'Error', 60: 'Error' };

const lineSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ level: v.number(), msg: v.optional(v.string()) }),
);

/** A line of the log as a person reads it: the sentence, then what belongs to it. */
export const sentenceOf = (line: string): string => {
  const { success, output } = v.safeParse(lineSchema, line);
  if (!success) return line;
  const { level, msg = '', time: _, pid: __, hostname: ___, reqId: ____, err, ...others } = output;
  const details = Object.entries(others).map(([name, value]) => `${name} ${String(value)}`);
  const failure = v.safeParse(v.object({ type: v.string(), message: v.string(), stack: v.string() }), err);
  const cause = failure.success ? failure.output : undefined;
  return [
    `${NAMES[level] ?? 'Debug'}: ${msg}${cause ? `: ${cause.message}` : ''}`,
    details.length > 0 && ` (${details.join(', ')})`,
    // Expected failures have sentences of their own.
    cause && cause.type !== 'Failure' && level >= 50 && `\n${cause.stack}`,
    '\n',
  ]
    .filter(Boolean)
    .join('');
};

/** What a person at the terminal reads in place of JSON. */
const terminal = () =>
  new Writable({
    decodeStrings: false,
    write: (line: string, _encoding, done) => void process.stdout.write(sentenceOf(line), () => done()),
  });

/**
 * App options for structured logs without codes, tokens, cookies or addresses (ASVS 5.0 16.2.5).
 * @param stream default: the standard output, where a terminal gets sentences
 * @param fields more fields for each line
 */
export const logging = (
  level: string,
  stream = process.stdout.isTTY ? terminal() : undefined,
  fields?: () => object,
) => ({
  logger: {
    level,
    serializers: { err: describeError },
    ...(stream && { stream }),
    ...(fields && { mixin: fields }),
  },
  logController: new LogController({ disableRequestLogging: true }),
});

/** Logs one line per answered request. Fastify's own lines contain the IP address. */
export const logRequests = (app: App) => {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(describe(request, reply), 'request');
    done();
  });
};
