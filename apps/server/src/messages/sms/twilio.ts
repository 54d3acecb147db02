import { createHash, createHmac } from 'node:crypto';
import * as v from 'valibot';
import type { Config } from '../../platform/config/config';
import { sameSecret } from '../../platform/crypto/secrets';
import { smsService, type SmsReplies } from './sms-service';

type Twilio = NonNullable<Config['twilio']>;

const Refusal = v.object({ code: v.number() });
const Account = v.object({ status: v.string() });
const Numbers = v.object({ incoming_phone_numbers: v.array(v.unknown()) });

/** A suspended account still has its credentials. */
const problemOf = (body: unknown): string | undefined => {
  const { success, output } = v.safeParse(Account, body);
  if (!success) return 'It does not answer as Twilio does. Check TWILIO_BASE_URL.';
  if (output.status === 'active') return undefined;
  return `The account is ${output.status}. Activate it in its console.`;
};

const senderProblemOf = (body: unknown): string | undefined => {
  const { success, output } = v.safeParse(Numbers, body);
  return success && output.incoming_phone_numbers.length === 0
    ? 'TWILIO_FROM is no number of the account. Copy one of its active numbers from the console.'
    : undefined;
};

/** A messaging service, which has senders of its own, instead of a sender. */
const SERVICE_ID = /^MG[\da-f]{32}$/i;

/** Twilio signs the address that it calls, followed by the fields in the order of their names. */
export const twilioSignature = (authToken: string, url: string, form: URLSearchParams): string => {
  const fields = [...form].sort(([one], [other]) => (one < other ? -1 : 1));
  return createHmac('sha1', authToken)
    .update(url + fields.map(([name, value]) => name + value).join(''))
    .digest('base64');
};

const repliesOf = ({ authToken }: Twilio): SmsReplies => ({
  path: '/hooks/twilio/sms',
  variable: 'TWILIO_AUTH_TOKEN',
  read: async ({ url, headers, body }) => {
    const form = new URLSearchParams(body);
    const signature = String(headers['x-twilio-signature'] ?? '');
    if (!sameSecret(signature, twilioSignature(authToken, url, form))) return undefined;
    // A messaging service can have keywords of its own, and says what they mean.
    return { from: form.get('From'), text: form.get('OptOutType') ?? form.get('Body') };
  },
  // Twilio itself confirms STOP and START.
  response: { type: 'text/xml', body: '<Response/>' },
});

/** Sends text messages through Twilio's Messages API, or a compatible one at `baseUrl`. */
export const twilioService = (settings: Twilio) => {
  const { accountSid, authToken, from, baseUrl } = settings;
  const account = `${baseUrl.href.replace(/\/$/, '')}/2010-04-01/Accounts/${accountSid}`;
  const sender = SERVICE_ID.test(from) ? { MessagingServiceSid: from } : { From: from };
  return smsService({
    // A name as sender, such as `Acme`, receives nothing.
    receivesReplies: SERVICE_ID.test(from) || !/[a-z]/i.test(from),
    replies: repliesOf(settings),
    variables: { account: 'TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN', baseUrl: 'TWILIO_BASE_URL' },
    account: [accountSid, authToken],
    message: ({ id, to, text }) => ({
      url: `${account}/Messages.json`,
      body: new URLSearchParams({ To: to, ...sender, Body: text }),
      // Twilio takes a repeated request with the same token for the first one. A retry may have another text.
      headers: { 'I-Twilio-Idempotency-Token': createHash('sha256').update(`${id} ${text}`).digest('hex') },
    }),
    check: { url: `${account}.json`, problemOf },
    checkSender: from.startsWith('+')
      ? {
          url: `${account}/IncomingPhoneNumbers.json?${new URLSearchParams({ PhoneNumber: from })}`,
          problemOf: senderProblemOf,
        }
      : undefined,
    // twilio.com/docs/api/errors
    codeOf: (body) => v.parse(v.fallback(Refusal, { code: 0 }), body).code,
    optedOut: 21610,
    // Opted out, no number, region not permitted.
    final: new Set([21610, 21211, 21408]),
    temporary: new Set([
      // Too many requests, queue full, handset unreachable or unknown; sender or messaging service unusable.
      ...[20429, 30001, 30003, 30008, 21601, 21606, 21659, 21661, 21701, 21703, 21704, 21705],
    ]),
  });
};
