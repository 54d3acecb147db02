import * as v from 'valibot';
import type { Config } from '../config';
import { DeliveryError, type Service } from './message';

const TIMEOUT_MS = 20_000;

const Refusal = v.object({ code: v.fallback(v.number(), 0) });

/** Twilio's codes for temporary failures: too many requests, queue full, handset unreachable or unknown. */
const temporary = new Set([20429, 30001, 30003, 30008]);

/** The recipient answered STOP. */
const OPTED_OUT = 21610;

/** Whether retrying is pointless: opted out, invalid number (21211), region not permitted (21408) … */
const isFinal = (status: number, code: number) =>
  (status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status) && !temporary.has(code)) ||
  [OPTED_OUT, 21211, 21408].includes(code);

const Account = v.object({ status: v.string() });

/** A suspended account still has its credentials. */
const accountProblem = (body: unknown): string | undefined => {
  const { success, output } = v.safeParse(Account, body);
  if (!success) return 'It does not answer as Twilio does. Check TWILIO_BASE_URL.';
  return output.status === 'active'
    ? undefined
    : `The account is ${output.status}. Activate it in its console.`;
};

/** A messaging service, which has senders of its own, instead of a sender. */
const SERVICE_ID = /^MG[\da-f]{32}$/i;

/** Whether customers can answer: only a name as sender, such as `Acme`, receives nothing. */
export const canReceive = (from: string): boolean => SERVICE_ID.test(from) || !/[a-z]/i.test(from);

/** Sends text messages through Twilio's Messages API, or a compatible one at `baseUrl`. */
export const smsDriver = ({
  accountSid,
  authToken,
  from,
  baseUrl,
}: NonNullable<Config['twilio']>): Service => {
  const account = `${baseUrl.href.replace(/\/$/, '')}/2010-04-01/Accounts/${accountSid}`;
  const url = new URL(`${account}/Messages.json`);
  const sender = SERVICE_ID.test(from) ? { MessagingServiceSid: from } : { From: from };
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;

  const post = (to: string, text: string) =>
    fetch(url, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams({ To: to, ...sender, Body: text }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw new DeliveryError('sms: no answer', false, cause);
    });

  return {
    check: async () => {
      const response = await fetch(`${account}.json`, {
        headers: { authorization },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch(() => undefined);
      if (!response)
        return 'It does not respond. Check TWILIO_BASE_URL, and whether this machine reaches it.';
      if (response.ok) return accountProblem(await response.json().catch(() => undefined));
      await response.body?.cancel();
      return [401, 403].includes(response.status)
        ? 'It refuses the account. Copy TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN from its console again.'
        : `It answers ${response.status}. Check TWILIO_ACCOUNT_SID and TWILIO_BASE_URL.`;
    },

    send: async ({ to, text }) => {
      const response = await post(to, text);
      if (response.ok) return;
      const { code } = v.parse(
        v.fallback(Refusal, { code: 0 }),
        await response.json().catch(() => undefined),
      );
      const reason = `sms: ${response.status} ${code}`;
      throw new DeliveryError(reason, isFinal(response.status, code), undefined, code === OPTED_OUT);
    },
  };
};

/** Whether text messages about orders wait, because it is in the quiet hours; they may span midnight. */
export const isQuiet = (hours: Config['sms']['quietHours'], now: Date): boolean => {
  if (!hours) return false;
  const { from, to, timeZone } = hours;
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const read = (unit: 'hour' | 'minute') => Number(clock.find(({ type }) => type === unit)?.value);
  const minutes = read('hour') * 60 + read('minute');
  return from < to ? minutes >= from && minutes < to : minutes >= from || minutes < to;
};
