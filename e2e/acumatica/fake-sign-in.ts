/**
 * How Acumatica signs programs in. From public material (AR: Acumatica/Acumatica-AI-Resources; C#: its official client):
 * - 204 and several cookies; a refusal is 400, 429, or 500, never 401 (AR Basic_Login)
 * - a wrong password or tenant: 500 with `exceptionMessage` (public integrations)
 * - no seat left: "API Login Limit", or a bare 429 in plain text (C# AuthApi); a user can have a limit of its own
 *   (AR Limitation_of_API_Connections)
 * - a session ends after 10 minutes without a request, and not before (AR Basic_Logout)
 * - three failed sign-ins lock a user for 15 minutes; they count until 10 minutes after the last one (AR SM_20_10_60)
 * - OAuth: PKCE by S256 (AR AuthorizationCode_GeneralInfo); one session per grant, which refreshed tokens share (AR OAuth
 *   SignOut); 30 days after the first token of a grant, none is refreshed, unless they slide (AR SlidingExpiration)
 * - a client id has `@Tenant`; without the scope `offline_access`, there is no refresh token (help.myob.com.au)
 * - a session that ended is answered by 401, by a redirect to the login page, or by that page (public integrations)
 * Assumed, and not verified with a real system: the names of the cookies, the texts about license, lock, and sessions of the
 * user, and that a refresh token is good for one use, and its successor comes with each access token.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';

export interface SignInOptions {
  /** API users of the license. */
  seats?: number;
  /** How it refuses another one: in words, or by a bare 429. */
  seatRefusal?: 'words' | 'bare';
  /** Sessions that the user may have. */
  userSessions?: number;
  isLicenseExpired?: boolean;
  /** How it answers a request in a session that has ended. */
  endedBy?: 401 | 302 | 'page';
  /** Whether each response renews the ticket among the cookies, and ends the former. */
  isRenewingCookies?: boolean;
  tokenSeconds?: number;
  /** How long a refreshed token lasts from its refresh on; absent: the chain ends 30 days after its first token. */
  slidingDays?: number;
}

export const CREDENTIALS = {
  user: 'portal',
  password: 'the-password-of-the-portal',
  tenant: 'Company',
  clientId: 'client@Company',
  clientSecret: 'the-secret-of-the-client',
};

/** Registered for the client. */
const REDIRECT_URI = 'http://localhost/acumatica';

const MINUTE = 60_000;
const SESSION_MS = 10 * MINUTE;
const LOCK_MS = 15 * MINUTE;
const FAILURES_COUNT_MS = 10 * MINUTE;
const MOST_FAILURES = 3;
const REFRESH_DAYS = 30;

/** Anything but the data that were asked for. */
export class Refusal extends Error {
  /** @param other the body, if it is not that of an exception */
  constructor(
    readonly status: number,
    message: string,
    readonly other?: { headers: Record<string, string>; body: string },
    /** Of the program, `PX.…`: it refuses. Of its platform, `System.…`: it fails. */
    readonly exceptionType = 'PX.Data.PXException',
  ) {
    super(message);
  }
}

/** @param status 200: in place of data */
export const page = (status: number, title: string, headers: Record<string, string> = {}) =>
  new Refusal(status, title, {
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
    body: `<!DOCTYPE html><html><head><title>${title}</title></head><body><form></form></body></html>`,
  });

const LOGIN_PATH = '/Frames/Login.aspx';

const oauthRefusal = (error: string) =>
  new Refusal(400, error, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ error }),
  });

/** The ends of sessions, tokens, and codes, on the fake's clock. */
export const createSignIn = (
  options: SignInOptions,
  now: () => number,
  stats: { mostSessions: number; failedSignIns: number },
) => {
  const sessions = new Map<string, { until: number; ticket: string }>();
  const refreshTokens = new Map<string, { grant: string; until: number }>();
  const accessTokens = new Map<string, { grant: string; until: number }>();
  const codes = new Map<string, { challenge: string; scope: string }>();
  const failures = { count: 0, at: 0, lockedUntil: 0 };

  const openSessions = () => {
    for (const [id, { until }] of sessions) if (until < now()) sessions.delete(id);
    return sessions.size;
  };

  const openSession = (id: string): string => {
    const { seats = 2, userSessions = Infinity, seatRefusal } = options;
    const ticket = sessions.get(id)?.ticket ?? randomUUID();
    if (!sessions.has(id) && openSessions() >= seats) {
      if (seatRefusal === 'bare')
        throw new Refusal(429, '', { headers: { 'content-type': 'text/plain' }, body: 'Too many requests' });
      throw new Refusal(500, 'API Login Limit: the number of API users exceeds the license.');
    }
    if (!sessions.has(id) && openSessions() >= userSessions)
      throw new Refusal(
        500,
        'The number of concurrent API logins of the user is exceeded. See Users (SM201010).',
      );
    sessions.set(id, { until: now() + SESSION_MS, ticket });
    stats.mostSessions = Math.max(stats.mostSessions, openSessions());
    return ticket;
  };

  const checkPassword = (user: unknown, password: unknown, tenant: unknown) => {
    if (failures.lockedUntil > now()) throw new Refusal(500, 'The user account is locked out.');
    if (user === CREDENTIALS.user && password === CREDENTIALS.password && tenant === CREDENTIALS.tenant) {
      failures.count = 0;
      if (options.isLicenseExpired) throw new Refusal(500, 'Your license has expired.');
      return;
    }
    failures.count = now() - failures.at > FAILURES_COUNT_MS ? 1 : failures.count + 1;
    failures.at = now();
    stats.failedSignIns += 1;
    if (failures.count >= MOST_FAILURES) failures.lockedUntil = now() + LOCK_MS;
    throw new Refusal(500, 'Invalid credentials. Please try again.');
  };

  const setCookies = (response: ServerResponse, id: string, ticket: string) =>
    response.setHeader('set-cookie', [
      `ASP.NET_SessionId=${id}; path=/; HttpOnly`,
      `.ASPXAUTH=${ticket}; path=/; HttpOnly`,
      'Locale=Culture=en; path=/',
    ]);

  const login = async (request: IncomingMessage, response: ServerResponse) => {
    const given = JSON.parse(await readText(request)) as Record<string, string>;
    if (!given['name'] || !given['password'])
      throw new Refusal(400, 'The name and the password are required.');
    checkPassword(given['name'], given['password'], given['tenant']);
    const id = randomUUID();
    setCookies(response, id, openSession(id));
    response.writeHead(204).end();
  };

  const cookieIn = ({ headers }: IncomingMessage, name: string) =>
    headers.cookie
      ?.split('; ')
      .find((cookie) => cookie.startsWith(`${name}=`))
      ?.slice(name.length + 1);

  const ended = () => {
    if (options.endedBy === 302) return page(302, 'Object moved', { location: LOGIN_PATH });
    return options.endedBy === 'page' ? page(200, 'Sign In') : new Refusal(401, 'You are not logged in.');
  };

  /** Keeps the session of a request open. */
  const authenticate = (request: IncomingMessage, response: ServerResponse): void => {
    openSessions();
    const id = cookieIn(request, 'ASP.NET_SessionId') ?? '';
    const session = sessions.get(id);
    if (session && session.ticket === cookieIn(request, '.ASPXAUTH')) {
      session.until = now() + SESSION_MS;
      if (!options.isRenewingCookies) return;
      session.ticket = randomUUID();
      response.setHeader('set-cookie', `.ASPXAUTH=${session.ticket}; path=/; HttpOnly`);
      return;
    }
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const access = accessTokens.get(token);
    if (!access || access.until < now()) throw ended();
    openSession(access.grant);
  };

  const logout = (request: IncomingMessage, response: ServerResponse) => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    sessions.delete(cookieIn(request, 'ASP.NET_SessionId') ?? accessTokens.get(token)?.grant ?? '');
    response.writeHead(204).end();
  };

  /** The operator consents at once. */
  const authorize = ({ searchParams }: URL, response: ServerResponse) => {
    const given = (name: string) => searchParams.get(name) ?? '';
    const isKnown = given('client_id') === CREDENTIALS.clientId && given('redirect_uri') === REDIRECT_URI;
    if (!isKnown || given('response_type') !== 'code') throw page(400, 'Error');
    const code = randomUUID();
    codes.set(code, { challenge: given('code_challenge'), scope: given('scope') });
    const back = new URL(REDIRECT_URI);
    back.search = new URLSearchParams({ code, scope: given('scope'), state: given('state') }).toString();
    response.writeHead(302, { location: back.href }).end();
  };

  const newRefreshToken = (grant: string = randomUUID(), until = now() + REFRESH_DAYS * 24 * 60 * MINUTE) => {
    const token = randomUUID();
    refreshTokens.set(token, { grant, until });
    return token;
  };

  const grantOf = (form: URLSearchParams): { grant: string; until?: number; scope: string } => {
    if (form.get('grant_type') === 'password') {
      checkPassword(form.get('username'), form.get('password'), CREDENTIALS.tenant);
      return { grant: randomUUID(), scope: form.get('scope') ?? '' };
    }
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (code && form.get('redirect_uri') === REDIRECT_URI && code.challenge === verifier)
      return { grant: randomUUID(), scope: code.scope };
    const used = form.get('refresh_token') ?? '';
    const known = refreshTokens.get(used);
    refreshTokens.delete(used);
    if (!known || known.until < now()) throw oauthRefusal('invalid_grant');
    const { slidingDays } = options;
    const until = slidingDays === undefined ? known.until : now() + slidingDays * 24 * 60 * MINUTE;
    return { grant: known.grant, until, scope: 'api offline_access' };
  };

  const issueToken = async (request: IncomingMessage) => {
    const { tokenSeconds = 3600 } = options;
    const form = new URLSearchParams(await readText(request));
    const { clientId, clientSecret } = CREDENTIALS;
    if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret)
      throw oauthRefusal('invalid_client');
    const { grant, until, scope } = grantOf(form);
    if (!scope.split(' ').includes('api')) throw oauthRefusal('invalid_scope');
    const access_token = randomUUID();
    accessTokens.set(access_token, { grant, until: now() + tokenSeconds * 1000 });
    const refresh = scope.includes('offline_access') && { refresh_token: newRefreshToken(grant, until) };
    return { access_token, expires_in: tokenSeconds, token_type: 'Bearer', scope, ...refresh };
  };

  /** Answers what needs no session; undefined for anything else. */
  const answer = (url: URL, request: IncomingMessage, response: ServerResponse) => {
    if (url.pathname === '/entity/auth/login') return login(request, response);
    if (url.pathname === '/entity/auth/logout') return Promise.resolve(logout(request, response));
    if (url.pathname === '/identity/connect/authorize') return Promise.resolve(authorize(url, response));
    if (url.pathname === '/identity/connect/token') return issueToken(request);
    if (url.pathname === LOGIN_PATH) throw page(200, 'Sign In');
    return undefined;
  };

  return {
    answer,
    authenticate,
    openSessions,
    newRefreshToken,
    /** Ends all sessions and access tokens. */
    expire: () => {
      sessions.clear();
      accessTokens.clear();
    },
  };
};
