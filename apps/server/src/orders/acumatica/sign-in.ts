import * as v from 'valibot';
import { ErpError, inMaintenance, isPage, readRefusal, type Send, type Settings } from './send';

/** Shorter than the lease: no other replica signs in meanwhile. */
const SIGN_IN_TIMEOUT_MS = 30_000;

/** A portal that stops waits for it: the response has a seat, or the only refresh token. */
const untilLate = () => AbortSignal.timeout(SIGN_IN_TIMEOUT_MS);

/** A session in the ERP, as requests name it. */
export interface Opened {
  header: 'cookie' | 'authorization';
  value: string;
  /** With OAuth. */
  refreshToken?: string | undefined;
}

const NO_SEAT =
  'Acumatica has no API session left. End those of other programs there, or raise the number of API users in its license.';

/** Other reasons than the credentials, by the words of Acumatica. */
const HINDRANCES: [RegExp, string][] = [
  [
    /concurrent api login|SM201010/i,
    'The user has no API session left. End those of other programs, or raise its limit on Users (SM201010) or User Types (EP202500).',
  ],
  [/login limit/i, NO_SEAT],
  [
    /licen[cs]e/i,
    "Acumatica's license has expired, or is not active. Renew it on Activate License (SM201510) there.",
  ],
];

/** Acumatica refuses who signs in, with the reason in its words. */
export class RefusedSignInError extends ErpError {}

/** @throws ErpError unless a response opens a session */
const checked = async (response: Response): Promise<Response> => {
  if (response.ok && !isPage(response)) return response;
  if (response.status < 400 || isPage(response)) {
    await response.body?.cancel();
    throw inMaintenance(response);
  }
  const { reason, isFault } = await readRefusal(response);
  const hindrance = HINDRANCES.find(([words]) => words.test(reason));
  if (hindrance) throw new ErpError(hindrance[1]);
  if (!isFault) throw new RefusedSignInError(reason);
  throw new ErpError(
    `Acumatica fails at the sign-in (${response.status}), and has the reason in its trace. If it goes on, check ACUMATICA_URL.`,
  );
};

/** With the password, without OAuth. */
export const signInWithCookies = async (
  send: Send,
  { tenant, branch, user, password }: Settings,
): Promise<Opened> => {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: user, password, tenant, branch }),
    signal: untilLate(),
  };
  const response = await checked(await send('/entity/auth/login', init, SIGN_IN_TIMEOUT_MS, NO_SEAT));
  await response.body?.cancel();
  return { header: 'cookie', value: withCookies('', response) };
};

/** The cookies that requests send after a response, which may set or remove some. */
export const withCookies = (before: string, { headers }: Response): string => {
  const cookies = new Map(before.split('; ').map((cookie) => [cookie.replace(/=.*/, ''), cookie]));
  cookies.delete('');
  for (const set of headers.getSetCookie()) {
    const cookie = set.split(';')[0]?.trim() ?? '';
    const name = cookie.replace(/=.*/, '');
    if (cookie === `${name}=`) cookies.delete(name);
    else cookies.set(name, cookie);
  }
  return [...cookies.values()].join('; ');
};

const tokenSchema = v.object({ access_token: v.string(), refresh_token: v.optional(v.string()) });

/** With a refresh token. */
export const signInWithToken = async (
  send: Send,
  { clientId = '', clientSecret = '' }: Settings,
  refreshToken: string,
): Promise<Opened> => {
  const body = new URLSearchParams({
    ...{ client_id: clientId, client_secret: clientSecret },
    ...{ grant_type: 'refresh_token', refresh_token: refreshToken },
  });
  const init = { method: 'POST', body, signal: untilLate() };
  const response = await checked(await send('/identity/connect/token', init, SIGN_IN_TIMEOUT_MS, NO_SEAT));
  const token = v.safeParse(tokenSchema, await response.json().catch(() => undefined));
  if (!token.success) throw inMaintenance(response);
  const { access_token: access, refresh_token: next = refreshToken } = token.output;
  return { header: 'authorization', value: `Bearer ${access}`, refreshToken: next };
};
