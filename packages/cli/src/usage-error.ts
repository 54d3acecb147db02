import { closest, distance } from 'fastest-levenshtein';

/** The command line or the environment is wrong. The message says how to fix it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A typo changes at most this share of a word. */
const TYPO_SHARE = 0.4;

/** Finds the word that was probably meant, if there is one close enough. */
export const nearest = (word: string, known: readonly string[]): string | undefined => {
  if (known.length === 0) return undefined;
  const match = closest(word, known);
  return distance(word, match) <= Math.max(1, word.length * TYPO_SHARE) ? match : undefined;
};

/** The end of an error about an unknown word: suggests the nearest known word, or else `otherwise`. */
export const didYouMean = (word: string, known: readonly string[], otherwise: string): string => {
  const match = nearest(word, known);
  return match === undefined ? otherwise : `Did you mean \`${match}\`?`;
};
