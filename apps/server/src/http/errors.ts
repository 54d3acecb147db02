import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from './failure';
import type { App } from './validation';

const sentences: Record<number, string> = {
  400: 'The request was not understood. Check what you entered and try again.',
  404: 'There is nothing at this address.',
  405: 'This address does not take that kind of request.',
  413: 'The request is too large. Send less than 64 KB.',
  415: 'The request has the wrong content type. Send application/json.',
  500: 'Something went wrong on our side. Please try again in a moment.',
};

const sentenceFor = (status: number) => sentences[status] ?? sentences[status < 500 ? 400 : 500];

/** Everything that is not a success is answered `{ success: false, message }`; a cause is logged, never sent. */
export const answerError = (error: FastifyError | Failure, request: FastifyRequest, reply: FastifyReply) => {
  const status = error.statusCode && error.statusCode >= 400 ? error.statusCode : 500;
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  if (error instanceof Failure && error.retryAfter !== undefined)
    reply.header('retry-after', error.retryAfter);
  const message = error instanceof Failure ? error.message : sentenceFor(status);
  return reply.code(status).send({ success: false, message });
};

/** Answers errors and unknown addresses of the app. */
export const answerErrors = (app: App) => {
  app.setErrorHandler<FastifyError | Failure>(answerError);
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).header('cache-control', 'no-store').send({ success: false, message: sentences[404] }),
  );
};
