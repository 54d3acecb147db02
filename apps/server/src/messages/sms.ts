import type { Config } from '../config/config';
import { receivesReplies as reachesTwilio } from './twilio';
import { receivesReplies as reachesVonage } from './vonage';

/** Whether replies to text messages arrive somewhere: with the terminal, messages read as with a provider. */
export const canReply = ({ twilio, vonage }: Pick<Config, 'twilio' | 'vonage'>): boolean =>
  (twilio === undefined || reachesTwilio(twilio)) && (vonage === undefined || reachesVonage(vonage));

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
