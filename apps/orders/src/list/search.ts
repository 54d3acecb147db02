import { withAsciiDigits } from '@portal/api';
import type { Part } from '../values/text-value';

/** Characters that Unicode does not decompose, each before what people type in its place. The last are Arabic. */
const TYPED = `ÆAE ÐD ĐD ŁL ØO ŒOE ÞTH ‘' ’' “" ”" „" \u0629\u0647 \u0649\u064a \u06a9\u0643 \u06cc\u064a`;
const LETTERS = new Map(TYPED.split(' ').map((pair) => [pair.charAt(0), pair.slice(1)]));

/** A text as people may type it: without case, accents, vowel marks, width and invisible characters, in ASCII digits. */
const fold = (text: string): string =>
  withAsciiDigits(text)
    .normalize('NFKD')
    // Tatweel only stretches an Arabic word.
    .replace(/[\p{Script=Inherited}\p{Default_Ignorable_Code_Point}\u0640]/gu, '')
    // "ẞ" becomes "SS" by way of "ß".
    .toLowerCase()
    .toUpperCase()
    .replace(/\p{Pd}/gu, '-')
    .replace(/\P{ASCII}/gu, (letter) => LETTERS.get(letter) ?? letter);

/** Who has no umlauts types "Müller" as "Muller" or "Mueller". */
const SPELLINGS = [fold, (text: string) => fold(text.normalize('NFC').replace(/[äöü]/gi, '$&e'))];

/** All spellings of a text, for `createSearch`. */
export const spellingsOf = (text: string): string => SPELLINGS.map((spell) => spell(text)).join('\n');

const patternOf = (word: string): string => {
  const spellings = SPELLINGS.map((spell) => spell(word).replace(/[$()*+./?[\\\]^{|}]/g, '\\$&'));
  return [...new Set(spellings)].join('|');
};

/** Matches a word. One like "1/4" or "4.3." starts where a date does: it does not find "11/4" or "14.3.". */
const matcherOf = (pattern: string): RegExp =>
  new RegExp(/^\d{1,2}\\[./]/.test(pattern) ? `(?:^|[^\\d./-])(?:${pattern})` : pattern, 'u');

/** A letter with its accents. */
const LETTER = /\P{M}\p{M}*|\p{M}+/gu;

/** Splits a text into parts that match, and others. Letters stay whole: "strass" matches "Straß". */
const splitAt =
  (pattern: RegExp) =>
  (text: string): Part[] => {
    if (spellingsOf(text).search(pattern) === -1) return [{ at: 0, text, isMatch: false }];
    const letters = text.match(LETTER) ?? [];
    const isMatch = letters.map(() => false);
    for (const spell of SPELLINGS) {
      const spelled = letters.map(spell);
      /** The index of the letter that a character is from. */
      const letterAt = spelled.flatMap((part, index) => Array<number>(part.length).fill(index));
      for (const { 0: found, index } of spelled.join('').matchAll(pattern))
        isMatch.fill(true, letterAt[index], (letterAt[index + found.length - 1] ?? 0) + 1);
    }
    const parts: Part[] = [];
    let at = 0;
    for (const [index, letter] of letters.entries()) {
      const last = parts.at(-1);
      if (last && last.isMatch === isMatch[index]) last.text += letter;
      else parts.push({ at, text: letter, isMatch: isMatch[index] ?? false });
      at += letter.length;
    }
    return parts;
  };

/** Searches texts for all words of a query. Without one, it asks for no spellings, which are slow to create. */
export const createSearch = (query: string) => {
  const patterns = query.split(/\s+/).map(patternOf).filter(Boolean);
  const words = patterns.map(matcherOf);
  return {
    finds: (spellings: () => string) => words.every((word) => word.test(spellings())),
    split: patterns.length > 0 ? splitAt(new RegExp(patterns.join('|'), 'gu')) : undefined,
  };
};
