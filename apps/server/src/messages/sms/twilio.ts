import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Config } from '../../platform/config/config';
import type { Service } from '../message';
import { smsService } from './sms-service';

type Twilio = NonNullable<Config['twilio']>;

const Refusal = v.object({ code: v.number() });
const Account = v.object({ status: v.string() });

/** A suspended account still has its credentials. */
const problemOf = (body: unknown): string | undefined => {
  const { success, output } = v.safeParse(Account, body);
  if (!success) return 'It does not answer as Twilio does. Check TWILIO_BASE_URL.';
  if (output.status === 'active') return undefined;
  return `The account is ${output.status}. Activate it in its console.`;
};

/** A messaging service, which has senders of its own, instead of a sender. */
const SERVICE_ID = /^MG[\da-f]{32}$/i;

/** Whether customers can reply: only a name as sender, such as `Acme`, receives nothing. */
export const receivesReplies = ({ from }: Twilio): boolean => SERVICE_ID.test(from) || !/[a-z]/i.test(from);

/** Sends text messages through Twilio's Messages API, or a compatible one at `baseUrl`. */
export const twilioDriver = ({ accountSid, authToken, from, baseUrl }: Twilio): Service => {
  const account = `${baseUrl.href.replace(/\/$/, '')}/2010-04-01/Accounts/${accountSid}`;
  const sender = SERVICE_ID.test(from) ? { MessagingServiceSid: from } : { From: from };
  return smsService({
    variables: { account: 'TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN', baseUrl: 'TWILIO_BASE_URL' },
    account: [accountSid, authToken],
    message: ({ id, to, text }) => ({
      url: `${account}/Messages.json`,
      body: new URLSearchParams({ To: to, ...sender, Body: text }),
      // Twilio takes a repeated request with the same token for the first one. A retry may have another text.
      headers: { 'I-Twilio-Idempotency-Token': createHash('sha256').update(`${id} ${text}`).digest('hex') },
    }),
    check: { url: `${account}.json`, problemOf },
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
