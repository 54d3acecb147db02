import { isLoopback } from '@portal/contract';
import { once } from 'node:events';
import { request as requestByHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { text as readText } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';
import * as v from 'valibot';
import type { Config } from '../config';
import { errorCode } from '../error-code';
import { receivedSchema, DOCTOR_PATH, doctorAuthorization, type Received } from '../http/doctor-routes';
import { fix, note, ok, type Finding, type Findings } from './finding';

const TIMEOUT_MS = 10_000;
const DAY_MS = 24 * 3_600_000;

/** Automatic renewal happens long before this. */
const LEAST_DAYS = 14;

/** The seconds that clocks may differ; the Date header has no fractions. */
export const MOST_CLOCK_SECONDS = 5;

/** No client has this address (RFC 5737). A portal that takes it for the client trusts a forged header. */
const STRANGER = '192.0.2.1';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  /** On this machine's clock, in milliseconds. */
  asked: number;
  answered: number;
  /** When the certificate ends. */
  validTo?: Date;
}

/** Requests an address on a connection of its own, and follows no redirect. */
const ask = async (url: string, sentHeaders: Record<string, string> = {}): Promise<Answer> => {
  const asked = Date.now();
  const request = url.startsWith('https:') ? requestByHttps : requestByHttp;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const sent = request(url, { headers: sentHeaders, agent: false, signal }).end();
  // A later error is the body's.
  sent.on('error', () => {});
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const answered = Date.now();
  const { socket, statusCode: status = 0, headers } = response;
  const validTo = socket instanceof TLSSocket ? new Date(socket.getPeerCertificate().valid_to) : undefined;
  const body = await readText(response);
  return { status, headers, body, asked, answered, ...(validTo && { validTo }) };
};

const advice: Record<string, string> = {
  ECONNREFUSED: 'Nothing listens there. Start the portal, or check PUBLIC_URL and the proxy.',
  ENOTFOUND: 'Its name is unknown. Check PUBLIC_URL and the DNS.',
  EAI_AGAIN: 'Its name cannot be looked up. Check PUBLIC_URL and the DNS.',
  ABORT_ERR: `It does not answer within ${TIMEOUT_MS / 1000} seconds. Check the proxy and the firewall.`,
  CERT_HAS_EXPIRED: 'Its certificate has expired. Renew it.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another name. Get one for the host of PUBLIC_URL.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is self-signed. Get one that browsers accept.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its certificate comes without the chain. Configure the full chain.',
};

const faultOf = (error: unknown): string => {
  return (
    advice[errorCode(error) ?? ''] ??
    `It cannot be reached: ${error instanceof Error ? error.message : String(error)}.`
  );
};

const isJson = ({ headers }: Answer): boolean => (headers['content-type'] ?? '').includes('application/json');

/** Finds out why a response is not from this portal. */
const wayProblem = (answer: Answer): string => {
  const { status, headers } = answer;
  if (status >= 300 && status < 400)
    return `It redirects to ${headers.location}. Set PUBLIC_URL to the address that customers end up at.`;
  if (headers['x-request-id'] && isJson(answer) && status === 404)
    return 'A portal with another SECRET_KEY answers. Run the doctor with the environment of the portal, and give all replicas one SECRET_KEY.';
  if ([502, 503, 504].includes(status))
    return `The answer is ${status}: the proxy does not reach the portal. Start the portal, and configure the proxy to forward to HOST and PORT.`;
  return `Another server answers (${status}). Configure the proxy to forward everything below PUBLIC_URL, path included.`;
};

const receivedIn = ({ status, body }: Answer): Received | undefined => {
  if (status !== 200) return undefined;
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), receivedSchema), body);
  return success ? output : undefined;
};

const checkScheme = ({ publicUrl }: Config): Finding =>
  publicUrl.protocol === 'https:' || isLoopback(publicUrl)
    ? ok('PUBLIC_URL', publicUrl.href)
    : fix(
        'PUBLIC_URL',
        'Codes and sessions travel unencrypted. Put HTTPS in front of the portal, and set PUBLIC_URL to https://….',
      );

/** The days that a certificate has left; undefined on plain HTTP. */
export const checkCertificate = ({ validTo }: Pick<Answer, 'validTo'>, now: number): Finding | undefined => {
  if (!validTo) return undefined;
  const days = Math.floor((validTo.getTime() - now) / DAY_MS);
  const text = `ends in ${days} days, on ${validTo.toISOString().slice(0, 10)}`;
  return days < LEAST_DAYS ? fix('certificate', `It ${text}. Renew it.`) : ok('certificate', text);
};

/**
 * How far a clock is off. A moment between question and answer counts as 0, because networks are slow.
 * @param moment of that clock, in milliseconds like `asked` and `answered`
 * @returns seconds
 */
export const secondsOff = (moment: number, asked: number, answered: number): number =>
  Math.round(Math.max(0, asked - moment, moment - answered) / 1000);

const checkClock = ({ headers: { date }, asked, answered }: Answer): Finding | undefined => {
  if (!date) return undefined;
  const seconds = secondsOff(Date.parse(date), asked, answered);
  return seconds > MOST_CLOCK_SECONDS
    ? fix('clock', `PUBLIC_URL is ${seconds} seconds off this machine. Synchronize both clocks (NTP).`)
    : ok('clock', 'PUBLIC_URL and this machine agree');
};

/** The cookies of a new browser; those that the portal deletes do not count. */
const checkCookies = (answer: Answer, { publicUrl, isEmbedded, apiUpstream }: Config): Finding => {
  const kept = (answer.headers['set-cookie'] ?? []).filter((cookie) => !/;\s*max-age=0/i.test(cookie));
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

/**
 * Compares how a request with a forged X-Forwarded-For arrived with what TRUST_PROXY says.
 * @returns what is wrong and what to do; undefined when nothing is
 */
export const proxyProblem = (
  { client, peer, forwarded }: Received,
  { trustProxy, publicUrl }: Pick<Config, 'trustProxy' | 'publicUrl'>,
): string | undefined => {
  const hops = forwarded?.split(',').map((hop) => hop.trim()) ?? [];
  // The portal speaks plain HTTP, so HTTPS comes from a proxy.
  if (forwarded === STRANGER && publicUrl.protocol === 'https:')
    return 'The proxy does not add the client to X-Forwarded-For. Configure it to, and set TRUST_PROXY to the address of the proxy.';
  if (hops.length === 0)
    return 'The proxy removes X-Forwarded-For. Configure it to add the address of the client, and set TRUST_PROXY to the address of the proxy.';
  if (client === STRANGER)
    return trustProxy === true
      ? 'Clients can forge their address. Set TRUST_PROXY to the address of the proxy instead of true.'
      : undefined;
  // A proxy adds the address of this machine, or replaces the forged one. Without a proxy, compare with the peer.
  const self = hops.find((hop) => hop !== STRANGER) ?? peer;
  if (client === self) return undefined;
  return `The portal takes the proxy ${client} for the customer, and counts all customers behind it as one. Add ${client} to TRUST_PROXY.`;
};

const checkProxy = (received: Received, config: Config): Finding => {
  const problem = proxyProblem(received, config);
  if (problem) return fix('proxy', problem);
  if (received.client === STRANGER)
    return note(
      'proxy',
      'TRUST_PROXY trusts this machine. To check that it does not trust clients, run the doctor outside of that network.',
    );
  return ok(
    'proxy',
    `the portal sees this machine as ${received.client} and ignores a forged X-Forwarded-For`,
  );
};

/**
 * Checks PUBLIC_URL as customers reach it: that this portal answers, by HTTPS with a valid certificate, that cookies
 * arrive, and that the portal sees their addresses.
 * @param key authorizes the request to DOCTOR_PATH; undefined before the portal's first start
 */
export const checkAddress = async (config: Config, key: Buffer | undefined): Promise<Findings> => {
  const { baseUrl } = config;
  const scheme = checkScheme(config);
  try {
    const authorization = key && doctorAuthorization(key, Date.now());
    const answer = await ask(`${baseUrl}${DOCTOR_PATH}`, {
      'x-forwarded-for': STRANGER,
      ...(authorization && { authorization }),
    });
    const found = [scheme, checkCertificate(answer, answer.answered), checkClock(answer)];
    const received = receivedIn(answer);
    if (!key)
      return [
        ...found,
        note(
          'portal',
          'DATA_DIR has no secret.key yet. Start the portal, and run the doctor with its environment.',
        ),
      ];
    if (!received) return [...found, fix('portal', wayProblem(answer))];
    const call = await ask(`${baseUrl}/auth-check`);
    return [
      ...found,
      ok('portal', 'it answers at PUBLIC_URL'),
      checkProxy(received, config),
      checkCookies(call, config),
    ];
  } catch (error) {
    return [scheme, fix('portal', `${baseUrl} does not work. ${faultOf(error)}`)];
  }
};
