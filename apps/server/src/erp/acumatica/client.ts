import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import type { Config } from '../../config/config';
import { ErpError } from '../connector';

type Settings = NonNullable<Config['acumatica']>;

/** Acumatica keeps requests above its limits waiting for up to ten minutes before it declines them. */
const REQUEST_TIMEOUT_MS = 11 * 60_000;
/** Shorter than the lease: no other replica signs in meanwhile. */
const SIGN_IN_TIMEOUT_MS = 30_000;
const SIGN_OUT_TIMEOUT_MS = 5_000;
/** How early a token counts as expired. */
const EARLY_MS = 60_000;

/** A session that outlives this process: cookies, or OAuth tokens, of which each refresh makes new ones. */
const sessionSchema = v.union([
  v.object({ cookie: v.string() }),
  v.object({ access: v.string(), refresh: v.optional(v.string()), expiresAt: v.number() }),
]);

type Session = v.InferOutput<typeof sessionSchema>;

const tokenSchema = v.object({
  access_token: v.string(),
  refresh_token: v.optional(v.string()),
  expires_in: v.optional(v.number(), 3600),
});

/** Where Acumatica says why it refuses. */
const refusalSchema = v.object({
  message: v.optional(v.string(), ''),
  exceptionMessage: v.optional(v.string(), ''),
  error: v.optional(v.string(), ''),
});

/** Acumatica answered with a status that the caller may know what to do with. */
export class RefusedError extends ErpError {
  constructor(
    readonly status: number,
    readonly reason: string,
    path: string,
  ) {
    const advice: Record<number, string> = {
      403: 'Give the role of the user read access to it.',
      404: 'Check ACUMATICA_URL and ACUMATICA_ENDPOINT.',
    };
    super(`Acumatica answers ${status} for ${path}. ${advice[status] ?? 'Read its trace of the request.'}`);
  }
}

/** Where the session is kept between processes. */
export interface SessionKeeper {
  read: () => Promise<string | undefined>;
  save: (session: string | null) => Promise<void>;
}

export interface ClientOptions {
  settings: Settings;
  keeper: SessionKeeper;
  /** Called with the status of each response, for the metrics; 0 without one. */
  onResponse?: ((status: number) => void) | undefined;
  /** Ends waiting for the ERP: the portal stops. */
  stopping?: AbortSignal | undefined;
  now?: (() => number) | undefined;
  wait?: ((ms: number) => Promise<unknown>) | undefined;
}

const reasonIn = async (response: Response): Promise<string> => {
  const text = await response.text();
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), refusalSchema), text);
  if (!read.success) return '';
  const { message, exceptionMessage, error } = read.output;
  return [message, exceptionMessage, error].filter(Boolean).join(' ');
};

/** @throws ErpError for anything else, such as the page of a proxy */
const readJson = async <Schema extends v.GenericSchema>(response: Response, schema: Schema) => {
  const read = v.safeParse(schema, await response.json().catch(() => undefined));
  if (read.success) return read.output;
  throw new ErpError('Something else than Acumatica answers, or it broke off. Check ACUMATICA_URL.');
};

const retryAfterMs = ({ headers }: Response): number => 1000 * (Number(headers.get('retry-after')) || 60);

/** Requests to Acumatica in one session, one after the other, and no faster than the operator allows. */
export const createClient = ({
  settings,
  keeper,
  onResponse,
  stopping = new AbortController().signal,
  now = Date.now,
  wait = (ms) => sleep(ms, undefined, { signal: stopping }),
}: ClientOptions) => {
  const base = settings.url.href.replace(/\/$/, '');
  const pauseMs = 60_000 / settings.requestsPerMinute;
  let session: Session | undefined;
  let nextRequestAt = 0;
  let last: Promise<unknown> = Promise.resolve();

  /** @throws ErpError when there is no usable response */
  const send = async (path: string, init: RequestInit, timeoutMs: number): Promise<Response> => {
    const pause = nextRequestAt - now();
    if (pause > 0) await wait(pause);
    nextRequestAt = now() + pauseMs;
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]);
    const response = await fetch(base + path, { ...init, signal }).catch(() => {
      onResponse?.(0);
      throw new ErpError(
        'Acumatica does not answer. Check ACUMATICA_URL, and whether this machine reaches it.',
      );
    });
    onResponse?.(response.status);
    if (response.status !== 429 && response.status !== 503) return response;
    await response.body?.cancel();
    const advice = 'Lower ACUMATICA_REQUESTS_PER_MINUTE if it stays so.';
    throw new ErpError(
      `Acumatica has too many requests (${response.status}). ${advice}`,
      retryAfterMs(response),
    );
  };

  const keep = async (next: Session): Promise<Session> => {
    await keeper.save(JSON.stringify(next));
    session = next;
    return next;
  };

  const signInWithCookies = async ({ user: name, password }: { user: string; password: string }) => {
    const { tenant, branch } = settings;
    const response = await send(
      '/entity/auth/login',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name, password, tenant, branch }),
      },
      SIGN_IN_TIMEOUT_MS,
    );
    if (!response.ok) throw refusedSignIn(await reasonIn(response), 'ACUMATICA_USER and ACUMATICA_PASSWORD');
    await response.body?.cancel();
    const cookie = response.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    return keep({ cookie });
  };

  const refusedSignIn = (reason: string, variables: string) =>
    new ErpError(
      /limit/i.test(reason)
        ? 'Acumatica has no API session left. End sessions of other programs there, or raise the number of API users in its license.'
        : `Acumatica refuses the sign-in. Check ${variables}, ACUMATICA_TENANT, and ACUMATICA_BRANCH.`,
    );

  const requestToken = async (grant: Record<string, string>) => {
    const { clientId = '', clientSecret = '' } = settings;
    const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...grant });
    const response = await send('/identity/connect/token', { method: 'POST', body }, SIGN_IN_TIMEOUT_MS);
    if (!response.ok) return { reason: await reasonIn(response) };
    return { token: await readJson(response, tokenSchema) };
  };

  /** With the refresh token of the last answer, the operator's first one, or the user's password. */
  const signInWithTokens = async (before: Session | undefined): Promise<Session> => {
    const { user, password, refreshToken } = settings;
    const refreshes = [before && 'access' in before ? before.refresh : undefined, refreshToken];
    const grants = [
      ...refreshes.flatMap((one) => (one ? [{ grant_type: 'refresh_token', refresh_token: one }] : [])),
      ...(user && password
        ? [{ grant_type: 'password', username: user, password, scope: 'api offline_access' }]
        : []),
    ];
    let reason = '';
    for (const grant of grants) {
      const answer = await requestToken(grant);
      if (answer.token) {
        const { access_token: access, refresh_token: refresh, expires_in } = answer.token;
        return keep({ access, refresh, expiresAt: now() + 1000 * expires_in });
      }
      reason = answer.reason ?? '';
    }
    throw refusedSignIn(reason, 'ACUMATICA_CLIENT_ID, its secret, and ACUMATICA_REFRESH_TOKEN or the user');
  };

  const signIn = (before: Session | undefined): Promise<Session> => {
    const { clientId, user = '', password = '' } = settings;
    return clientId ? signInWithTokens(before) : signInWithCookies({ user, password });
  };

  const kept = async (): Promise<Session | undefined> => {
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), sessionSchema), await keeper.read());
    return read.success ? read.output : undefined;
  };

  const isExpired = (one: Session) => 'access' in one && one.expiresAt < now() + EARLY_MS;

  const headersOf = (one: Session): Record<string, string> => ({
    accept: 'application/json',
    ...('cookie' in one ? { cookie: one.cookie } : { authorization: `Bearer ${one.access}` }),
  });

  const getNow = async <Schema extends v.GenericSchema>(path: string, schema: Schema) => {
    session ??= await kept();
    if (!session || isExpired(session)) session = await signIn(session);
    const request = (one: Session) => send(path, { headers: headersOf(one) }, REQUEST_TIMEOUT_MS);
    let response = await request(session);
    if (response.status === 401) {
      await response.body?.cancel();
      response = await request(await signIn(session));
    }
    if (!response.ok)
      throw new RefusedError(response.status, await reasonIn(response), path.replace(/\?.*/, ''));
    return readJson(response, schema);
  };

  return {
    /** @param path below ACUMATICA_URL */
    get: <Schema extends v.GenericSchema>(path: string, schema: Schema) => {
      const result = last.then(() => getNow(path, schema));
      last = result.catch(() => {});
      return result;
    },

    /** Gives the session back: the license has few. */
    signOut: async (): Promise<void> => {
      session ??= await kept();
      if (!session) return;
      const signal = AbortSignal.timeout(SIGN_OUT_TIMEOUT_MS);
      await fetch(`${base}/entity/auth/logout`, { method: 'POST', headers: headersOf(session), signal });
      // The refresh token of OAuth stays good.
      if ('cookie' in session) await keeper.save(null);
      session = undefined;
    },
  };
};

export type Client = ReturnType<typeof createClient>;
