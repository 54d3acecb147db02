import * as v from 'valibot';
import type { Config } from '../../platform/config/config';

export type Settings = NonNullable<Config['acumatica']>;

/** A request to Acumatica failed. The message says why, and what to do. */
export class ErpError extends Error {
  override readonly name = 'ErpError';

  /** @param retryAfterMs how long to wait, if that is known */
  constructor(
    message: string,
    readonly retryAfterMs?: number,
  ) {
    super(message);
  }
}

/** Acumatica failed at this request, and may answer others: one order may be the reason. */
export class RefusedError extends ErpError {
  /** @param reason Acumatica's own message: never log it */
  constructor(
    message: string,
    readonly reason = '',
  ) {
    super(message);
  }
}

/** The response was too large to be read: for fewer records or fields, Acumatica may send less. */
export class OversizedError extends RefusedError {}

const TOO_MANY =
  'Acumatica gets too many requests (429). If this goes on, lower ACUMATICA_REQUESTS_PER_MINUTE.';

/** Where Acumatica says why it refuses: a request, or OAuth. */
const refusalSchema = v.object({
  exceptionMessage: v.optional(v.string()),
  exceptionType: v.optional(v.string(), ''),
  error: v.optional(v.string()),
});

/** Why there are no data, in the words of Acumatica, which may be plain text, and whether it failed rather than refused. */
export const readRefusal = async (response: Response): Promise<{ reason: string; isFault: boolean }> => {
  const text = await response.text().catch(() => '');
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), refusalSchema), text);
  const { exceptionMessage, exceptionType = '', error } = read.success ? read.output : {};
  const isOfPlatform = exceptionMessage === undefined || exceptionType.startsWith('System.');
  const isFault = response.status === 404 || (response.status >= 500 && isOfPlatform);
  return { reason: exceptionMessage ?? error ?? text, isFault };
};

/** Whether a response is a page for people, in place of data. */
export const isPage = ({ headers }: Response): boolean =>
  /^text\/html/i.test(headers.get('content-type') ?? '');

/** Acumatica answers with a page, or leads to one, also in a new session. */
export const inMaintenance = ({ status }: Pick<Response, 'status'>) =>
  new ErpError(
    `Acumatica shows a page in place of data (${status}). During maintenance, wait. If it goes on, check ACUMATICA_URL: https, and the path of the instance.`,
  );

export const addressOf = (path: string, { url }: Settings) => url.href.replace(/\/$/, '') + path;

interface SenderOptions {
  settings: Settings;
  stopping: AbortSignal;
  now: () => number;
  wait: (ms: number) => Promise<unknown>;
}

/** Sends requests no faster than the operator allows. */
export const createSender = ({ settings, stopping, now, wait }: SenderOptions) => {
  const spacingMs = 60_000 / settings.requestsPerMinute;
  let nextRequestAt = 0;
  /** How far the ERP's clock is ahead of the portal's. */
  let aheadMs = 0;

  /**
   * Follows no redirect: one to the login page says that the session is over.
   * @param tooMany what 429 means here @throws ErpError when there is no usable response
   */
  const send = async (
    path: string,
    init: RequestInit,
    timeoutMs: number,
    tooMany = TOO_MANY,
  ): Promise<Response> => {
    const pause = nextRequestAt - now();
    // Not for hours when the clock is put back.
    if (pause > 0) await wait(Math.min(pause, spacingMs));
    nextRequestAt = now() + spacingMs;
    const signal = AbortSignal.any([init.signal ?? stopping, AbortSignal.timeout(timeoutMs)]);
    const response = await fetch(addressOf(path, settings), { ...init, redirect: 'manual', signal }).catch(
      () => {
        throw new ErpError(
          'Acumatica does not answer. Check ACUMATICA_URL, and whether this machine reaches it.',
        );
      },
    );
    aheadMs = (Date.parse(response.headers.get('date') ?? '') || now()) - now();
    const { status, headers } = response;
    if (status !== 429 && status < 502) return response;
    const after = headers.get('retry-after') ?? '';
    await response.body?.cancel();
    throw new ErpError(
      status === 429
        ? tooMany
        : `Acumatica restarts, or is in maintenance (${status}). Wait; if it lasts, see Apply Updates (SM203510) there.`,
      1000 * Number(after) || Date.parse(after) - now() - aheadMs || 60_000,
    );
  };

  return { send, erpNow: () => now() + aheadMs };
};

export type Send = ReturnType<typeof createSender>['send'];
