import * as v from 'valibot';
import type { Config } from '../../platform/config/config';
import type { Service } from '../message';
import { smsService } from '../sms/sms-service';

type Vonage = NonNullable<Config['vonage']>;

/** RFC 9457; the code is the fragment: `https://developer.vonage.com/api-errors/messages#1120`. */
const Problem = v.object({ type: v.string() });
const Balance = v.object({ value: v.number() });

/** Not the balance itself: invoiced accounts have none. */
const problemOf = (body: unknown): string | undefined =>
  v.is(Balance, body) ? undefined : 'It does not answer as Vonage does. Check VONAGE_BASE_URL.';

/** Whether the portal gets replies: they are signed, and to a number rather than a name such as `Acme`. */
export const receivesReplies = ({ from, signatureSecret }: Vonage): boolean =>
  signatureSecret !== undefined && /^\+?\d+$/.test(from);

/** Sends text messages through Vonage's Messages API. */
export const vonageDriver = ({ apiKey, apiSecret, from, baseUrl }: Vonage): Service => {
  // Numbers have no plus.
  const message = { channel: 'sms', message_type: 'text', from: from.replace('+', '') };
  const json = { type: 'application/json' };
  const balance = new URL('/account/get-balance', baseUrl);
  balance.host = balance.host.replace(/^api[\w-]*\./, 'rest.');
  return smsService({
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
