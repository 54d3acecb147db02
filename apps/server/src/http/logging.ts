import type { Writable } from 'node:stream';
import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';
import type { App } from './validation';

/** Logs method and path, but neither query nor headers nor IP address. */
const describe = ({ method, url }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply) => ({
  method,
  path: url.replace(/\?.*/s, ''),
  status: statusCode,
  ms: Math.round(elapsedTime),
});

/** Logs only these fields of an error: in others, PostgreSQL quotes the data of rows. */
const describeError = (error: Error & { code?: string }) => ({
  type: error.name,
  message: error.message,
  stack: error.stack ?? '',
  ...(error.code && { code: error.code }),
});

/**
 * App options for structured logs without codes, tokens, cookies or addresses (ASVS 5.0 16.2.5).
 * @param stream default: the standard output
 * @param fields more fields for each line
 */
export const logging = (level: string, stream?: Writable, fields?: () => object) => ({
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
