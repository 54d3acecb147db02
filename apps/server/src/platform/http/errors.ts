import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { AuditEvent } from '../audit/audit';
import type { I18n } from '@portal/texts/i18n';
import type { Database } from '../database/connect';
import { DatabaseUnavailableError } from '../database/faults';
import { ENGLISH, type Sentence } from '../language/languages';
import { limitStore } from '../limits/limit-store';
import { durationText, type Budget } from '../limits/limits';
import type { App } from './validation';

/** A failed call: the status is for the browser, the message for the customer. */
export class Failure extends Error {
  override readonly name = 'Failure';
  /** The event that the audit log records for it. */
  event?: AuditEvent;
  /** The name of the cause, for the developer of the screen that called. */
  code?: string;
  /** The message in the customer's language. */
  readonly say: Sentence;

  /**
   * @param statusCode HTTP status
   * @param message says what went wrong and what to do next; a plain text is for programs
   * @param retryAfter seconds until a retry can succeed
   */
  constructor(
    readonly statusCode: number,
    message: string | Sentence,
    readonly retryAfter?: number,
  ) {
    const say = typeof message === 'string' ? () => message : message;
    super(say(ENGLISH));
    this.say = say;
  }

  /** Sets the event that the audit log records for this refusal. */
  audited(event: AuditEvent): this {
    this.event = event;
    return this;
  }

  /** Names the cause in the response, as `error`, and in the log. */
  named(code: string): this {
    this.code = code;
    return this;
  }
}

/** The caller is not signed in. */
export const notSignedIn = () =>
  new Failure(401, (i18n) => i18n.t('You are not signed in. Sign in and try again.'));

interface LimitRefusal {
  /** @param time until a retry can succeed */
  message: (i18n: I18n, time: string) => string;
  event: AuditEvent;
}

/** Counts an attempt in each of some budgets. @throws Failure 429 when one refuses it */
export const countAttempt = async (
  database: Database,
  budgets: readonly Budget[],
  { message, event }: LimitRefusal,
): Promise<void> => {
  for (const budget of budgets) {
    const seconds = await limitStore(database).take(...budget);
    if (seconds === 0) continue;
    const say = (i18n: I18n) => message(i18n, durationText(seconds, i18n));
    throw new Failure(429, say, seconds).audited(event);
  }
};

const sentences: Record<number, string> = {
  400: /*i18n*/ 'The request was not understood. Check what you entered and try again.',
  404: /*i18n*/ 'There is nothing at this address.',
  408: /*i18n*/ 'The request took too long to arrive. Please try again.',
  413: /*i18n*/ 'The request is too large. Send less at once.',
  415: /*i18n*/ 'The request has the wrong content type. Send application/json.',
  431: /*i18n*/ 'The address or the headers of the request are too long. Delete the cookies of this site and try again.',
  500: /*i18n*/ 'Something went wrong on our side. Please try again in a moment.',
  503: /*i18n*/ 'The portal cannot reach its data right now. Please try again in a moment.',
};

/** Seconds after which a client may try again while the database does not answer. */
const RETRY_AFTER = 5;

/** The body of every failed call; without a message, the sentence of the status. */
export const failureBody = (status: number, message?: string, i18n: I18n = ENGLISH) => ({
  success: false,
  message: message ?? i18n.t(sentences[status] ?? sentences[status < 500 ? 400 : 500] ?? ''),
});

/** English if the request was refused before Fastify decorated it. */
const i18nOf = ({ request }: FastifyReply): I18n => ('i18n' in request ? request.i18n : ENGLISH);

/** Makes the response of a failed call; default: its body as JSON. */
type Render = (body: ReturnType<typeof failureBody>, reply: FastifyReply) => unknown;

/** Answers an error with its status and a sentence. Causes are logged, never sent. */
export const respondWithError = (
  error: FastifyError | Failure,
  request: FastifyRequest,
  reply: FastifyReply,
  render?: Render,
) => {
  const status = error.statusCode && error.statusCode >= 400 ? error.statusCode : 500;
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  if (error instanceof Failure && error.event) request.audit(error.event);
  if (error instanceof Failure && error.retryAfter !== undefined)
    reply.header('retry-after', error.retryAfter);
  if (!(error instanceof Failure)) return send(reply, render, status);
  return send(reply, render, status, error.say(i18nOf(reply)), error.code);
};

const send = (
  reply: FastifyReply,
  render: Render = (body) => body,
  status: number,
  message?: string,
  code?: string,
) => {
  const body = { ...failureBody(status, message, i18nOf(reply)), ...(code && { error: code }) };
  return reply.code(status).header('cache-control', 'no-store').send(render(body, reply));
};

/** Answers errors and unknown paths. @param onUnavailable logs an outage of the database, not each request */
export const errorResponses = (
  app: App,
  onUnavailable: (error: DatabaseUnavailableError) => void = (err) => app.log.error({ err }),
  render?: Render,
) => {
  app.setErrorHandler<FastifyError | Failure | DatabaseUnavailableError>((error, request, reply) => {
    if (!(error instanceof DatabaseUnavailableError)) return respondWithError(error, request, reply, render);
    onUnavailable(error);
    return send(reply.header('retry-after', RETRY_AFTER), render, 503);
  });
  app.setNotFoundHandler((_request, reply) => send(reply, render, 404));
};
