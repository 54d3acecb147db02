import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Config } from '../../platform/config/config';
import { sameSecret } from '../../platform/crypto/secrets';
import { smsService, type SmsReplies } from '../sms/sms-service';

type Vonage = NonNullable<Config['vonage']>;

/** RFC 9457; the code is the fragment: `https://developer.vonage.com/api-errors/messages#1120`. */
const Problem = v.object({ type: v.string() });
const Balance = v.object({ value: v.number() });

/** Not the balance itself: invoiced accounts have none. */
const problemOf = (body: unknown): string | undefined =>
  v.is(Balance, body) ? undefined : 'It does not answer as Vonage does. Check VONAGE_BASE_URL.';

const Reply = v.object({ from: v.string(), text: v.string() });
const Illegal = v.object({ type: v.pipe(v.string(), v.endsWith('#1240')) });
/** The status of a message to somebody who has replied STOP before. */
const OptedOut = v.object({ to: v.string(), error: Illegal });
const Received = v.pipe(v.string(), v.parseJson(), v.union([Reply, OptedOut]));

/** Vonage signs the hash of the body, in a JWT (developer.vonage.com, "Decoding signed webhooks"). */
const isSigned = async (authorization = '', body: string, secret: string): Promise<boolean> => {
  const { jwtVerify } = await import('jose');
  const token = authorization.replace(/^Bearer /i, '');
  // Vonage repeats a failed call for a day.
  const options = { algorithms: ['HS256'], maxTokenAge: '1 day' };
  const verified = await jwtVerify(token, new TextEncoder().encode(secret), options).catch(() => undefined);
  const hash = createHash('sha256').update(body).digest('hex');
  return sameSecret(String(verified?.payload['payload_hash']), hash);
};

const repliesOf = (secret: string): SmsReplies => ({
  path: '/hooks/vonage/sms',
  variable: 'VONAGE_SIGNATURE_SECRET',
  read: async ({ headers, body }) => {
    if (!(await isSigned(headers.authorization, body, secret))) return undefined;
    const { success, output } = v.safeParse(Received, body);
    if (!success) return {};
    return 'text' in output
      ? { from: `+${output.from}`, text: output.text }
      : { from: `+${output.to}`, text: 'STOP' };
  },
  response: { type: 'application/json', body: '{}' },
});

/** Sends text messages through Vonage's Messages API. */
export const vonageService = ({ apiKey, apiSecret, from, baseUrl, signatureSecret }: Vonage) => {
  // Numbers have no plus.
  const message = { channel: 'sms', message_type: 'text', from: from.replace('+', '') };
  const json = { type: 'application/json' };
  const balance = new URL('/account/get-balance', baseUrl);
  balance.host = balance.host.replace(/^api[\w-]*\./, 'rest.');
  return smsService({
    // They are signed, and to a number rather than a name such as `Acme`.
    receivesReplies: signatureSecret !== undefined && /^\+?\d+$/.test(from),
    replies: signatureSecret === undefined ? undefined : repliesOf(signatureSecret),
    variables: { account: 'VONAGE_API_KEY and VONAGE_API_SECRET', baseUrl: 'VONAGE_BASE_URL' },
    account: [apiKey, apiSecret],
    // Its API drops no repeated request.
    message: ({ to, text }) => ({
      url: new URL('/v1/messages', baseUrl).href,
      body: new Blob([JSON.stringify({ ...message, to: to.replace('+', ''), text })], json),
    }),
    check: { url: balance.href, problemOf },
    codeOf: (body) => Number(/#(\d+)$/.exec(v.parse(v.fallback(Problem, { type: '' }), body).type)?.[1] ?? 0),
    optedOut: 1240,
    final: new Set([1240]),
    temporary: new Set([
      // Too many requests, internal error, network, handset switched off or busy; account or sender refused.
      ...[1000, 1030, 1100, 1180, 1220, 1230, 1241, 1060, 1070, 1080, 1120, 1140, 1160, 1420],
    ]),
  });
};

/** The account that the environment configures; undefined without one. */
export const openVonage = ({ vonage }: Config) => vonage && vonageService(vonage);
