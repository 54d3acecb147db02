/** The characters of GSM 03.38 that take one septet. */
const gsm = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);

/** Typographic characters, and what the alphabet has in their place. */
const REPLACEMENTS = new Map(
  [
    ['‘’‚', "'"],
    ['“”„«»', '"'],
    ['–—−•·', '-'],
    ['…', '...'],
    ['×', 'x'],
    ['\u00a0\u2009\u202f', ' '],
  ].flatMap(([characters = '', replacement = '']) =>
    [...characters].map((character) => [character, replacement] as const),
  ),
);

const withoutAccent = (character: string) => character.normalize('NFD').replace(/\p{M}/gu, '');

const simplify = (character: string): string => {
  if (gsm.has(character)) return character;
  const simple = REPLACEMENTS.get(character) ?? withoutAccent(character);
  return [...simple].every((part) => gsm.has(part)) ? simple : character;
};

const isGsm = (text: string) => [...text].every((character) => gsm.has(character));

/** One segment of the GSM alphabet; of other alphabets two, because one holds only 70 characters. */
const longest = (text: string) => (isGsm(text) ? 160 : 134);

/** Replaces typographic characters, one of which would more than double the price of a text message. */
export const gsmText = (text: string): string => [...text.normalize('NFC')].map(simplify).join('');

/** Shortens a text at the end of a word. */
export const shorten = (text: string, max: number, ellipsis = '…'): string => {
  if (text.length <= max) return text;
  const cut = text.slice(0, Math.max(0, max - ellipsis.length)).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut.replace(/\s+\S*$/, '').trimEnd() || cut}${ellipsis}`;
};

/** How many characters of a part fit into a text message with these other parts. */
export const roomFor = (part: string, others: string): number => longest(part + others) - others.length;
