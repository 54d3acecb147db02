import type { Writable } from 'node:stream';
import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';
import type { App } from './validation';

/** By method and path: a request's query, its headers and the caller's address stay out of the log. */
const describe = ({ method, url }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply) => ({
  method,
  path: url.replace(/\?.*/s, ''),
  status: statusCode,
  ms: Math.round(elapsedTime),
});

/** An error without the fields in which PostgreSQL quotes rows. */
const describeError = (error: Error & { code?: string }) => ({
  type: error.name,
  message: error.message,
  stack: error.stack ?? '',
  ...(error.code && { code: error.code }),
});

/**
 * Structured logs that hold no code, token, cookie or address (ASVS 5.0 16.2.5): the options of an app.
 * @param stream where they go; absent: the standard output
 */
export const logging = (level: string, stream?: Writable) => ({
  logger: { level, serializers: { err: describeError }, ...(stream && { stream }) },
  logController: new LogController({ disableRequestLogging: true }),
});

/** One line for each request, when it is answered; Fastify's own two name the caller's address. */
export const logRequests = (app: App) => {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(describe(request, reply), 'request');
  });
};
