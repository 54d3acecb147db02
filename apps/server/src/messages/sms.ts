import * as v from 'valibot';
import type { Config } from '../config/config';
import { DeliveryError, type Service } from './message';

const TIMEOUT_MS = 20_000;

const Refusal = v.object({ code: v.fallback(v.number(), 0) });

/** Twilio's codes for temporary failures: too many requests, queue full, handset unreachable or unknown. */
const temporary = new Set([20429, 30001, 30003, 30008]);

/** The recipient replied STOP. */
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
  if (output.status === 'active') return undefined;
  return `The account is ${output.status}. Activate it in its console.`;
};

/** A messaging service, which has senders of its own, instead of a sender. */
const SERVICE_ID = /^MG[\da-f]{32}$/i;

/** Whether customers can reply: only a name as sender, such as `Acme`, receives nothing. */
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
      throw new DeliveryError('sms: no response', false, cause);
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

/** The characters of GSM 03.38 that take one septet. */
const gsm = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);

/** Typographic characters, and what the alphabet has in their place. */
const REPLACEMENTS = [
  [/[‘’‚]/g, "'"],
  [/[“”„«»]/g, '"'],
  [/[–—−•·]/g, '-'],
  [/…/g, '...'],
  [/×/g, 'x'],
  [/[\u00a0\u2009\u202f]/g, ' '],
] as const;

const withoutAccent = (character: string): string => {
  const base = gsm.has(character) ? character : character.normalize('NFD').replace(/\p{M}/gu, '');
  // A combining mark alone has no base.
  return base === '' || gsm.has(base) ? base : character;
};

const isGsm = (text: string) => [...text].every((character) => gsm.has(character));

/** One segment of the GSM alphabet; of other alphabets two, because one holds only 70 characters. */
const longest = (text: string) => (isGsm(text) ? 160 : 134);

/** Replaces typographic characters, one of which would more than double the price of a text message. */
export const gsmText = (text: string): string => {
  const simple = REPLACEMENTS.reduce((now, [from, to]) => now.replace(from, to), text.normalize('NFC'));
  return [...simple].map(withoutAccent).join('');
};

/** Shortens a text at the end of a word. */
export const shorten = (text: string, max: number, ellipsis = '…'): string => {
  if (text.length <= max) return text;
  const cut = text.slice(0, Math.max(0, max - ellipsis.length)).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut.replace(/\s+\S*$/, '').trimEnd() || cut}${ellipsis}`;
};

/** How many characters of a part fit into a text message with these other parts. */
export const roomFor = (part: string, others: string): number => longest(part + others) - others.length;

/** Whether text messages about orders wait, because it is in the quiet hours; they may span midnight. */
export const isQuiet = (hours: Config['sms']['quietHours'], now: Date): boolean => {
  if (!hours) return false;
  const { from, to, timeZone } = hours;
  const clock = now.toLocaleTimeString('en-GB', { timeZone, timeStyle: 'short' });
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  const minutes = hour * 60 + minute;
  return from < to ? minutes >= from && minutes < to : minutes >= from || minutes < to;
};
