import { wallClock } from '@portal/api/wire';
import type { Config } from '../../platform/config/config';
import type { Context } from '../message';
import { canReply } from './providers';

/** The alphabet of GSM 03.38: characters that take one septet, and those that take two. */
const gsm = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const extension = new Set('\f^{}\\[~]|€');

/** Typographic characters, and what the alphabet has in their place. */
const REPLACEMENTS = [
  [/[‘’‚]/g, "'"],
  [/[“”„«»]/g, '"'],
  [/[–—−•·]/g, '-'],
  [/\u2060/g, ''],
  [/…/g, '...'],
  [/×/g, 'x'],
  [/[\u00a0\u2009\u202f]/g, ' '],
] as const;

/** Only accents of Latin letters are dropped: the vowel signs of other scripts are letters. */
const withoutAccent = (character: string): string => {
  const base = gsm.has(character) ? character : character.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  // A combining accent alone has no base.
  return base === '' || gsm.has(base) ? base : character;
};

const transliterate = (text: string): string => {
  const simple = REPLACEMENTS.reduce((now, [from, to]) => now.replace(from, to), text.normalize('NFC'));
  return [...simple].map(withoutAccent).join('');
};

const isGsm = (text: string) =>
  [...text].every((character) => gsm.has(character) || extension.has(character));

const extensionsIn = (text: string) => [...text].filter((character) => extension.has(character)).length;

/**
 * Replaces typographic characters and accents, one of which would more than double the price of a text message. A text
 * that has other characters as well stays as it is.
 */
export const gsmText = (text: string): string => {
  const simple = transliterate(text);
  return isGsm(simple) ? simple : text;
};

const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const graphemes = new Intl.Segmenter();

/** Shortens a text at the end of a word, or else between two characters as readers see them. */
export const shorten = (text: string, max: number, ellipsis = '…'): string => {
  if (text.length <= max) return text;
  const cutBy = (segmenter: Intl.Segmenter) =>
    text.slice(0, segmenter.segment(text).containing(max - ellipsis.length)?.index).trimEnd();
  return `${cutBy(words) || cutBy(graphemes)}${ellipsis}`;
};

const SHORTEST_PART = 12;

/** A text message whose middle is shortened: to one segment, or two in other alphabets, where one has 70 characters. */
const fitSms = (start: string, middle: string, end: string): string => {
  const [part, others] = [transliterate(middle), transliterate(start + end)];
  const room = 160 - others.length - extensionsIn(others);
  const short = shorten(part, Math.max(SHORTEST_PART, room - extensionsIn(part.slice(0, room))), '...');
  const text = `${transliterate(start)}${short}${transliterate(end)}`;
  if (isGsm(text)) return text;
  return `${start}${shorten(middle, Math.max(SHORTEST_PART, 134 - start.length - end.length))}${end}`;
};

/** A text message that a customer can end, of one segment where the alphabet allows it. The end, which has the link, is never shortened. */
export const customerSms = (middle: string, end: string, { config, i18n }: Context): string => {
  const stop = canReply(config) ? `\n${i18n.t('Reply STOP to end.')}` : '';
  return fitSms(`${config.brand.name}: `, middle, `${end}${stop}`);
};

/** Whether text messages about orders wait, because it is in the quiet hours; they may span midnight. */
export const isQuiet = (hours: Config['sms']['quietHours'], now: Date): boolean => {
  if (!hours) return false;
  const { from, to, timeZone } = hours;
  const [, clock = ''] = wallClock(now, timeZone).split(' ');
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  const minutes = hour * 60 + minute;
  return from < to ? minutes >= from && minutes < to : minutes >= from || minutes < to;
};
