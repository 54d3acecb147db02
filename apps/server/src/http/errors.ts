import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { AuditEvent } from '../audit/audit';
import { DatabaseUnavailableError } from '../database/faults';
import type { App } from './validation';

/** A failed call: the status is for the browser, the message for the customer. */
export class Failure extends Error {
  override readonly name = 'Failure';
  /** What the audit log records of it. */
  event?: AuditEvent;

  /**
   * @param statusCode HTTP status
   * @param message says what went wrong and what to do next
   * @param retryAfter seconds until a retry can succeed
   */
  constructor(
    readonly statusCode: number,
    message: string,
    readonly retryAfter?: number,
  ) {
    super(message);
  }

  /** Has the audit log record this refusal. */
  audited(event: AuditEvent): this {
    this.event = event;
    return this;
  }
}

/** The caller is not signed in. */
export const notSignedIn = () => new Failure(401, 'You are not signed in. Sign in and try again.');

const sentences: Record<number, string> = {
  400: 'The request was not understood. Check what you entered and try again.',
  404: 'There is nothing at this address.',
  408: 'The request took too long to arrive. Please try again.',
  413: 'The request is too large. Send less at once.',
  415: 'The request has the wrong content type. Send application/json.',
  431: 'The address or the headers of the request are too long. Delete the cookies of this site and try again.',
  500: 'Something went wrong on our side. Please try again in a moment.',
  503: 'The portal cannot reach its data right now. Please try again in a moment.',
};

/** Seconds after which a client may try again while the database does not answer. */
const RETRY_AFTER = 5;

/** The body of every failed call; without a message, the sentence of the status. */
export const failureBody = (
  status: number,
  message = sentences[status] ?? sentences[status < 500 ? 400 : 500],
) => ({ success: false, message });

/** Answers an error with its status and a sentence. Causes are logged, never sent. */
export const answerError = (error: FastifyError | Failure, request: FastifyRequest, reply: FastifyReply) => {
  const status = error.statusCode && error.statusCode >= 400 ? error.statusCode : 500;
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  if (error instanceof Failure && error.event) request.audit(error.event);
  if (error instanceof Failure && error.retryAfter !== undefined)
    reply.header('retry-after', error.retryAfter);
  return send(reply, status, error instanceof Failure ? error.message : undefined);
};

const send = (reply: FastifyReply, status: number, message?: string) =>
  reply.code(status).header('cache-control', 'no-store').send(failureBody(status, message));

/**
 * Answers errors and unknown paths.
 * @param onUnavailable is told of errors for lack of the database, which are not logged one by one
 */
export const answerErrors = (
  app: App,
  onUnavailable: (error: DatabaseUnavailableError) => void = (err) => app.log.error({ err }),
) => {
  app.setErrorHandler<FastifyError | Failure | DatabaseUnavailableError>((error, request, reply) => {
    if (!(error instanceof DatabaseUnavailableError)) return answerError(error, request, reply);
    onUnavailable(error);
    return send(reply.header('retry-after', RETRY_AFTER), 503);
  });
  app.setNotFoundHandler((_request, reply) => send(reply, 404));
};
