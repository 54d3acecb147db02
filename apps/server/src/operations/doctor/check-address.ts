import { compile } from '@fastify/proxy-addr';
import { ANSWER_LIMITS } from '@portal/api/wire';
import { isLoopback } from '@portal/contract';
import * as v from 'valibot';
import type { Config } from '../../platform/config/config';
import { errorCode } from '../../platform/config/error-code';
import { certificateEnd } from '../../platform/http/certificate';
import type { Key } from '../../platform/crypto/secrets';
import { receivedSchema, DOCTOR_PATH, doctorAuthorization, type Received } from './doctor-routes';
import { fix, note, ok, type Finding, type Findings } from '../../platform/config/finding';

const TIMEOUT_MS = 10_000;
const DAY_MS = 24 * 3_600_000;

/** Automatic renewal happens long before this. */
const LEAST_DAYS = 14;

/** The seconds that clocks may differ. */
const MOST_SECONDS = 5;

/** Enough to reach every replica behind a proxy that takes turns. */
const REQUESTS = 12;

/** No client has this address (RFC 5737). A portal that takes it for the client trusts a forged header. */
const STRANGER = '192.0.2.1';

const ADVICE: Record<string, string> = {
  ECONNREFUSED: 'Nothing listens there. Start the portal, or check PUBLIC_URL and the proxy.',
  ENOTFOUND: 'Its name is unknown. Check PUBLIC_URL and the DNS.',
  EAI_AGAIN: 'Its name cannot be looked up. Check PUBLIC_URL and the DNS.',
  TimeoutError: `It does not answer within ${TIMEOUT_MS / 1000} seconds. Check the proxy and the firewall.`,
  ERR_SSL_WRONG_VERSION_NUMBER:
    'It does not speak HTTPS there. The portal itself speaks HTTP: put a proxy with a certificate in front of it.',
  CERT_HAS_EXPIRED: 'Its certificate has expired. Renew it.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another name. Get one for the host of PUBLIC_URL.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is self-signed. Get one that browsers accept.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its certificate comes without the chain. Configure the full chain.',
};

/** A kept connection that the proxy closes at this moment. */
const CLOSED = ['ECONNRESET', 'UND_ERR_SOCKET'];

/** Requests a path of the portal, again if the connection was just closed, and follows no redirect. */
const ask = async (baseUrl: string, path: string, init: RequestInit = {}): Promise<Response> => {
  const send = () =>
    fetch(baseUrl + path, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  try {
    return await send().catch((error: Error) => {
      if (!CLOSED.includes(errorCode(error.cause) ?? '')) throw error;
      return send();
    });
  } catch (error) {
    const { name, message, cause } = error as Error & { cause?: Error };
    const reason = ADVICE[errorCode(cause) ?? name] ?? `It cannot be reached: ${cause?.message ?? message}.`;
    throw new Error(`${baseUrl} does not work. ${reason}`);
  }
};

const wayProblem = ({ status, headers }: Response): string => {
  if (status >= 300 && status < 400)
    return `It redirects to ${headers.get('location')}. Set PUBLIC_URL to the address that customers end up at.`;
  const isPortal = headers.has('x-request-id') && headers.get('content-type')?.includes('application/json');
  if (isPortal && status === 404)
    return 'A portal with another SECRET_KEY answers. Run the doctor with the environment of the portal, and give all replicas one SECRET_KEY.';
  if ([502, 503, 504].includes(status))
    return `The answer is ${status}: the proxy does not reach the portal. Start the portal, and configure the proxy to forward to HOST and PORT.`;
  return `Another server answers (${status}). Configure the proxy to forward everything below PUBLIC_URL, path included.`;
};

const receivedIn = async (response: Response): Promise<Received | undefined> => {
  const { success, output } = v.safeParse(receivedSchema, await response.json().catch(() => undefined));
  return response.status === 200 && success ? output : undefined;
};

/** Checks that codes and sessions travel encrypted. */
export const checkScheme = ({ publicUrl }: Config): Finding =>
  publicUrl.protocol === 'https:' || isLoopback(publicUrl)
    ? ok('PUBLIC_URL', publicUrl.href)
    : fix(
        'PUBLIC_URL',
        'Codes and sessions travel unencrypted. Put HTTPS in front of the portal, and set PUBLIC_URL to https://….',
      );

/** The days that a certificate has left. */
export const certificateFinding = (validTo: Date, now: number): Finding => {
  const days = Math.floor((validTo.getTime() - now) / DAY_MS);
  const text = `ends in ${days} days, on ${validTo.toISOString().slice(0, 10)}`;
  return days < LEAST_DAYS ? fix('certificate', `It ${text}. Renew it.`) : ok('certificate', text);
};

const checkCertificate = async (url: URL): Promise<Finding | false> =>
  url.protocol === 'https:' && certificateFinding(await certificateEnd(url), Date.now());

/**
 * @param moment of the clock; one between `asked` and now is right, because networks are slow
 * @param asked when the request was sent
 */
export const clockFinding = (
  check: string,
  whose: string,
  moment: number,
  asked: number,
): Finding | false => {
  if (Number.isNaN(moment)) return false;
  const seconds = Math.round(Math.max(0, asked - moment, moment - Date.now()) / 1000);
  return seconds > MOST_SECONDS
    ? fix(check, `${whose} is ${seconds} seconds off this machine. Synchronize both clocks (NTP).`)
    : ok(check, `${whose} and this machine agree`);
};

/** The cookies of a new browser; those that the portal deletes do not count. */
const checkCookies = ({ headers }: Response, { publicUrl, isEmbedded, apiUpstream }: Config): Finding => {
  const kept = headers.getSetCookie().filter((cookie) => !/;\s*max-age=0/i.test(cookie));
  if (kept.length === 0)
    return apiUpstream
      ? note('cookies', 'API_UPSTREAM sets none at /auth-check')
      : fix('cookies', 'No cookies arrive. Configure the proxy to forward Set-Cookie unchanged.');
  const needed = [
    ...(publicUrl.protocol === 'https:' || isEmbedded ? ['Secure'] : []),
    ...(isEmbedded ? ['SameSite=None', 'Partitioned'] : []),
  ];
  const lacking = needed.filter((attribute) =>
    kept.some((cookie) => !cookie.toLowerCase().includes(`; ${attribute.toLowerCase()}`)),
  );
  return lacking.length > 0
    ? fix(
        'cookies',
        `They arrive without ${lacking.join(', ')}. Configure the proxy to forward Set-Cookie unchanged.`,
      )
    : ok('cookies', ['they arrive', ...needed].join(', '));
};

/** Says what is wrong with TRUST_PROXY, from how a request with a forged X-Forwarded-For arrived. */
export const proxyProblem = (
  { client, peer, forwarded }: Omit<Received, 'replica' | 'at'>,
  { trustProxy, publicUrl }: Pick<Config, 'trustProxy' | 'publicUrl'>,
): string | undefined => {
  const hops = forwarded?.split(',').map((hop) => hop.trim()) ?? [];
  const isTrusted = typeof trustProxy === 'string' ? compile(trustProxy.split(/\s*,\s*/)) : () => trustProxy;
  // The portal speaks plain HTTP, so HTTPS comes from a proxy.
  if (forwarded === STRANGER && publicUrl.protocol === 'https:')
    return 'The proxy does not add the client to X-Forwarded-For. Configure it to, and set TRUST_PROXY to the address of the proxy.';
  if (hops.length === 0)
    return 'The proxy removes X-Forwarded-For. Configure it to add the address of the client, and set TRUST_PROXY to the address of the proxy.';
  if (client === STRANGER)
    return trustProxy === true
      ? 'Clients can forge their address. Set TRUST_PROXY to the address of the proxy instead of true.'
      : undefined;
  // Also of this machine: there, proxy and customer look alike.
  if (forwarded !== STRANGER && !isTrusted(peer, 0))
    return `A proxy sets X-Forwarded-For, and the portal ignores it: it counts all customers as one. Add ${peer} to TRUST_PROXY.`;
  // A proxy adds the address of this machine, or replaces the forged one. Without a proxy, compare with the peer.
  const self = hops.find((hop) => hop !== STRANGER) ?? peer;
  if (client === self) return undefined;
  return `The portal takes the proxy ${client} for the customer, and counts all customers behind it as one. Add ${client} to TRUST_PROXY.`;
};

const checkProxy = (all: readonly Received[], config: Config): Finding => {
  const problem = all.map((received) => proxyProblem(received, config)).find((found) => found !== undefined);
  if (problem) return fix('proxy', problem);
  const [received] = all;
  if (received?.client === STRANGER)
    return note(
      'proxy',
      'TRUST_PROXY trusts this machine. To check that it does not trust clients, run the doctor outside of that network.',
    );
  return ok(
    'proxy',
    `the portal sees this machine as ${received?.client} and ignores a forged X-Forwarded-For`,
  );
};

/** A kept page gives its visitors the cookies, and the language, of another one. Each response has an id of its own. */
const checkCaches = async (baseUrl: string): Promise<Finding | false> => {
  const page = () => ask(baseUrl, '/', { headers: { accept: 'text/html' } });
  const [first, second] = [await page(), await page()].map(({ headers }) => headers.get('x-request-id'));
  return (
    first !== null &&
    first === second &&
    fix(
      'proxy',
      'It keeps pages, and gives one customer what another got. Let it follow Cache-Control: private.',
    )
  );
};

/** Sends as much as the largest file of an answer. */
const checkBodyLimit = async (baseUrl: string, headers: Record<string, string>): Promise<Finding | false> => {
  const body = new Uint8Array(ANSWER_LIMITS.fileBytes);
  const type = { 'content-type': 'application/octet-stream' };
  // A proxy may end the connection before all of it has arrived.
  const response = await ask(baseUrl, DOCTOR_PATH, {
    method: 'POST',
    body,
    headers: { ...headers, ...type },
  }).catch(() => undefined);
  return (
    response?.status !== 200 &&
    fix(
      'proxy',
      'It refuses requests of 10 MB, such as a photo in an answer. Let it pass 11 MB on: in nginx, client_max_body_size 11m.',
    )
  );
};

/**
 * Checks PUBLIC_URL as customers reach it: that this portal answers, with a valid certificate and the right time, that
 * cookies arrive, and that the portal sees their addresses.
 * @param key authorizes the request to DOCTOR_PATH; undefined before the portal's first start
 * @throws when nothing answers
 */
export const checkAddress = async (config: Config, key: Key | undefined): Promise<Findings> => {
  const asked = Date.now();
  const headers = { 'x-forwarded-for': STRANGER, ...(key && { authorization: doctorAuthorization(key) }) };
  const response = await ask(config.baseUrl, DOCTOR_PATH, { headers });
  const noKey = 'DATA_DIR has no secret.key yet. Start the portal, and run the doctor with its environment.';
  const certificate = await checkCertificate(config.publicUrl);
  if (!key) return [certificate, note('portal', noKey)];
  const first = await receivedIn(response);
  if (!first) return [certificate, fix('portal', wayProblem(response))];
  // At once, because a balancer may keep a connection at one replica.
  const others = await Promise.all(
    Array.from({ length: REQUESTS - 1 }, () => ask(config.baseUrl, DOCTOR_PATH, { headers })),
  );
  const wrong = others.filter(({ status }) => status !== 200);
  const received = [first, ...(await Promise.all(others.map(receivedIn))).filter((one) => one !== undefined)];
  const clocks = received.map(({ at }) => clockFinding('clock', 'PUBLIC_URL', at, asked));
  const replicas = new Set(received.map(({ replica }) => replica)).size;
  const call = await ask(config.baseUrl, '/auth-check');
  return [
    certificate,
    clocks.find((one) => one && one.state === 'fix') ?? clocks[0],
    wrong[0]
      ? fix('portal', `${wrong.length} of ${REQUESTS} requests fail. ${wayProblem(wrong[0])}`)
      : ok('portal', replicas > 1 ? `${replicas} replicas answer at PUBLIC_URL` : 'it answers at PUBLIC_URL'),
    checkProxy(received, config),
    await checkCaches(config.baseUrl),
    !config.apiUpstream && (await checkBodyLimit(config.baseUrl, headers)),
    checkCookies(call, config),
  ];
};
