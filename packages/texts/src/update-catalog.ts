const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The share of words that two texts have in common, from 0 to 1. */
const likeness = (one: string, other: string): number => {
  const [mine, theirs] = [new Set(wordsOf(one)), new Set(wordsOf(other))];
  const shared = [...mine].filter((word) => theirs.has(word)).length;
  return shared / (mine.size + theirs.size - shared);
};

/** Two texts that are at least so alike are one text before and after a correction. */
const CORRECTED = 0.5;

/**
 * Brings a catalog up to date with the code. Texts keep their order; new ones follow the text before them in the code. A
 * corrected text keeps its translation.
 * @param texts the texts in the order of the code
 */
export const updateCatalog = (texts: readonly string[], catalog: Readonly<Record<string, string>>) => {
  const known = Object.keys(catalog);
  const gone = known.filter((text) => !texts.includes(text));
  const corrections: { before: string; after: string }[] = [];
  const order = known.filter((text) => texts.includes(text));
  const updated = new Map(order.map((text) => [text, catalog[text] ?? '']));
  for (const [place, after] of texts.entries()) {
    if (updated.has(after)) continue;
    const [before] = gone
      .filter((text) => likeness(text, after) >= CORRECTED)
      .sort((one, other) => likeness(other, after) - likeness(one, after));
    if (before !== undefined) {
      gone.splice(gone.indexOf(before), 1);
      corrections.push({ before, after });
    }
    updated.set(after, catalog[before ?? ''] ?? '');
    order.splice(order.indexOf(texts[place - 1] ?? '') + 1, 0, after);
  }
  return { catalog: Object.fromEntries(order.map((text) => [text, updated.get(text) ?? ''])), corrections };
};
