import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import type { Config } from '../../platform/config/config';

/** Acumatica delays requests above its limits by minutes. `fetch` waits no longer. */
const REQUEST_TIMEOUT_MS = 5 * 60_000;
/** Shorter than the lease: no other replica signs in meanwhile. */
const SIGN_IN_TIMEOUT_MS = 30_000;
const SIGN_OUT_TIMEOUT_MS = 5_000;

/** A session that outlives this process. Each refresh of an OAuth token makes a new refresh token, too. */
const sessionSchema = v.object({
  header: v.picklist(['cookie', 'authorization']),
  value: v.string(),
  refreshToken: v.optional(v.string()),
  /** The client or tenant: the settings of another one must not read with it. */
  of: v.optional(v.string()),
});

type Session = Omit<v.InferOutput<typeof sessionSchema>, 'of'>;

const tokenSchema = v.object({ access_token: v.string(), refresh_token: v.optional(v.string()) });

/** Where Acumatica says why it refuses. */
const refusalSchema = v.object({ exceptionMessage: v.string() });

const COOKIE_VARIABLES = 'ACUMATICA_USER, ACUMATICA_PASSWORD, ACUMATICA_TENANT, and ACUMATICA_BRANCH';
const ADVICE: Record<number, string> = {
  403: 'Give the role of the user access to it.',
  404: 'Check ACUMATICA_URL and ACUMATICA_ENDPOINT.',
};

/** A request to Acumatica failed. The message says why, and what to do. */
export class ErpError extends Error {
  override readonly name = 'ErpError';

  /** @param retryAfterMs when Acumatica said how long to wait */
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

export interface ClientOptions {
  settings: NonNullable<Config['acumatica']>;
  /** Where the session is kept between processes. */
  keeper: { read: () => Promise<string | undefined>; save: (session: string | null) => Promise<void> };
  /** Ends waiting for Acumatica: the portal stops. */
  stopping?: AbortSignal;
  now?: () => number;
  wait?: (ms: number) => Promise<unknown>;
}

const reasonIn = async (response: Response): Promise<string> => {
  const read = v.safeParse(refusalSchema, await response.json().catch(() => undefined));
  return read.success ? read.output.exceptionMessage : '';
};

/** @throws RefusedError for anything else, such as the page of a proxy, or an order that breaks the response off */
const readJson = async <Schema extends v.GenericSchema>(response: Response, schema: Schema) => {
  const read = v.safeParse(schema, await response.json().catch(() => undefined));
  if (read.success) return read.output;
  throw new RefusedError('The response is not from Acumatica, or incomplete. Check ACUMATICA_URL.');
};

const refusedSignIn = (reason: string, variables: string) =>
  new ErpError(
    /limit/i.test(reason)
      ? 'Acumatica has no API session left. End those of other programs there, or raise the number of API users in its license.'
      : `Acumatica refuses the sign-in. Check ${variables}. If they are right, check ACUMATICA_URL.`,
  );

type Settings = ClientOptions['settings'];

const addressOf = (path: string, { url }: Settings) => url.href.replace(/\/$/, '') + path;

/** Sends requests no faster than the operator allows. */
const createSender = ({ settings, stopping, now, wait }: Required<Omit<ClientOptions, 'keeper'>>) => {
  let nextRequestAt = 0;
  /** How far the ERP's clock is ahead of the portal's. */
  let aheadMs = 0;

  /** @throws ErpError when there is no usable response */
  const send = async (path: string, init: RequestInit, timeoutMs: number): Promise<Response> => {
    const pause = nextRequestAt - now();
    if (pause > 0) await wait(pause);
    nextRequestAt = now() + 60_000 / settings.requestsPerMinute;
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]);
    const response = await fetch(addressOf(path, settings), { ...init, signal }).catch(() => {
      throw new ErpError(
        'Acumatica does not answer. Check ACUMATICA_URL, and whether this machine reaches it.',
      );
    });
    aheadMs = (Date.parse(response.headers.get('date') ?? '') || now()) - now();
    if (response.status !== 429 && response.status < 502) return response;
    await response.body?.cancel();
    throw new ErpError(
      `Acumatica is restarting, or gets too many requests (${response.status}). If this goes on, lower ACUMATICA_REQUESTS_PER_MINUTE.`,
      1000 * (Number(response.headers.get('retry-after')) || 60),
    );
  };

  return { send, erpNow: () => now() + aheadMs };
};

type Send = ReturnType<typeof createSender>['send'];

const signInWithCookies = async (
  send: Send,
  { tenant, branch, user, password }: Settings,
): Promise<Session> => {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: user, password, tenant, branch }),
  };
  const response = await send('/entity/auth/login', init, SIGN_IN_TIMEOUT_MS);
  if (!response.ok) throw refusedSignIn(await reasonIn(response), COOKIE_VARIABLES);
  await response.body?.cancel();
  const cookies = response.headers.getSetCookie().map((one) => one.split(';')[0]);
  return { header: 'cookie', value: cookies.join('; ') };
};

/** With the refresh token of the last answer, the operator's first one, or the user's password. */
const signInWithTokens = async (
  send: Send,
  { clientId = '', clientSecret = '', user, password, refreshToken }: Settings,
  before: Session | undefined,
): Promise<Session> => {
  const grants: Record<string, string>[] = [before?.refreshToken, refreshToken].flatMap((one) =>
    one ? [{ grant_type: 'refresh_token', refresh_token: one }] : [],
  );
  if (user && password)
    grants.push({ grant_type: 'password', username: user, password, scope: 'api offline_access' });
  for (const grant of grants) {
    const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...grant });
    const response = await send('/identity/connect/token', { method: 'POST', body }, SIGN_IN_TIMEOUT_MS);
    if (!response.ok) {
      await response.body?.cancel();
      continue;
    }
    const token = await readJson(response, tokenSchema);
    return {
      header: 'authorization',
      value: `Bearer ${token.access_token}`,
      refreshToken: token.refresh_token ?? grant['refresh_token'],
    };
  }
  throw refusedSignIn('', 'ACUMATICA_CLIENT_ID, its secret, and ACUMATICA_REFRESH_TOKEN or the user');
};

/** Requests to Acumatica in one session. */
export const createClient = ({
  settings,
  keeper,
  stopping = new AbortController().signal,
  now = Date.now,
  wait = (ms) => sleep(ms, undefined, { signal: stopping }),
}: ClientOptions) => {
  const { send, erpNow } = createSender({ settings, stopping, now, wait });
  /** Whose the session is. */
  const of = settings.clientId ?? settings.tenant;

  const signIn = async (before?: Session): Promise<Session> => {
    const next = settings.clientId
      ? await signInWithTokens(send, settings, before)
      : await signInWithCookies(send, settings);
    // Keep it before its first use: a lost refresh token ends the session for good.
    await keeper.save(JSON.stringify({ ...next, of }));
    return next;
  };

  let signingIn: Promise<Session> | undefined;
  /** Once for all requests that found the session over: a refresh token is good for one use. */
  const renew = async (over?: Session): Promise<Session> => {
    const kept = await readKept();
    if (kept && kept.value !== over?.value) return kept;
    signingIn ??= signIn(over).finally(() => (signingIn = undefined));
    return signingIn;
  };

  const readKept = async (): Promise<Session | undefined> => {
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), sessionSchema), await keeper.read());
    return read.success && read.output.of === of ? read.output : undefined;
  };

  const request = async <Schema extends v.GenericSchema>(path: string, schema: Schema, init: RequestInit) => {
    const sendIn = ({ header, value }: Session) =>
      send(
        path,
        { ...init, headers: { accept: 'application/json', ...init.headers, [header]: value } },
        REQUEST_TIMEOUT_MS,
      );
    let session = await renew();
    let response = await sendIn(session);
    if (response.status === 401) {
      await response.body?.cancel();
      session = await renew(session);
      response = await sendIn(session);
    }
    if (response.ok) return readJson(response, schema);
    const { status } = response;
    const advice = ADVICE[status] ?? 'Acumatica has the reason in its trace.';
    const message = `Acumatica answers ${status} for ${path.replace(/\?.*/, '')}. ${advice}`;
    const reason = await reasonIn(response);
    // A server in front of the ERP may refuse an address that one order makes too long.
    const mayBeOneOrder = status <= 500 && status !== 401;
    throw mayBeOneOrder ? new RefusedError(message, reason) : new ErpError(message);
  };

  return {
    /** By the last `Date` of the ERP. */
    erpNow,

    /** @param path below ACUMATICA_URL */
    get: <Schema extends v.GenericSchema>(path: string, schema: Schema) => request(path, schema, {}),

    /** Writes a record. @param schema of what Acumatica has then */
    put: <Schema extends v.GenericSchema>(path: string, record: object, schema: Schema) =>
      request(path, schema, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(record),
      }),

    /** Gives the session back: the license has few. */
    signOut: async (): Promise<void> => {
      const session = await readKept();
      if (!session) return;
      const { header, value } = session;
      const signal = AbortSignal.timeout(SIGN_OUT_TIMEOUT_MS);
      await fetch(addressOf('/entity/auth/logout', settings), {
        method: 'POST',
        headers: { [header]: value },
        signal,
      });
      // A refresh token stays good.
      if (header === 'cookie') await keeper.save(null);
    },
  };
};
