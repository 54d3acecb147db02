import * as v from 'valibot';
import type { Config } from '../config';
import { DeliveryError } from './delivery-error';
import type { Driver } from './driver';

const timeoutMs = 20_000;

const Refusal = v.object({ code: v.fallback(v.number(), 0) });

/** Twilio's codes for what passes: too many requests, queue full, unreachable or unknown handset for now. */
const passing = new Set([20429, 30001, 30003, 30008]);

/** Whether another try is no use: opted out (21610), no number (21211), no permission for the region (21408) … */
const isFinal = (status: number, code: number) =>
  (status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status) && !passing.has(code)) ||
  [21610, 21211, 21408].includes(code);

/** Sends text messages by Twilio's Messages API, or one that answers like it at `baseUrl`. */
export const smsDriver = ({
  accountSid,
  authToken,
  from,
  baseUrl,
}: NonNullable<Config['twilio']>): Driver => {
  const url = new URL(`${baseUrl.href.replace(/\/$/, '')}/2010-04-01/Accounts/${accountSid}/Messages.json`);
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;

  const post = (to: string, text: string) =>
    fetch(url, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams({ To: to, From: from, Body: text }),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((cause: unknown) => {
      throw new DeliveryError('sms: no answer', false, cause);
    });

  return {
    send: async ({ to, text }) => {
      const answer = await post(to, text);
      if (answer.ok) return;
      const { code } = v.parse(v.fallback(Refusal, { code: 0 }), await answer.json().catch(() => undefined));
      throw new DeliveryError(`sms: ${answer.status} ${code}`, isFinal(answer.status, code));
    },
  };
};
