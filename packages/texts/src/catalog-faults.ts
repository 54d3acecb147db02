import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

/** The names of a message's placeholders. */
const placeholdersIn = (message: string): string => {
  const names = compileMessageOrThrow(message).flatMap((token) =>
    typeof token === 'string' ? [] : token[0],
  );
  return [...new Set(names)].sort().join(', ');
};

const faultOf = (text: string, translation: string): string | undefined => {
  if (!translation) return 'has no translation';
  try {
    return placeholdersIn(text) === placeholdersIn(translation)
      ? undefined
      : `has a translation with other placeholders: "${translation}"`;
  } catch (error) {
    return `has a translation that is not valid ICU MessageFormat: "${translation}" (${String(error)})`;
  }
};

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether a text may be a correction of another: they share at least half of the words of the longer one. */
const isSimilar = (text: string, other: string): boolean => {
  const [words, others] = [new Set(wordsIn(text)), new Set(wordsIn(other))];
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared > 0 && shared * 2 >= Math.max(words.size, others.size);
};

/** The faults of one language's catalog, a line each. A translation is empty where it is missing. */
export const catalogFaults = (
  texts: readonly string[],
  translations: ReadonlyMap<string, string>,
): string[] => {
  const gone = [...translations.keys()].filter((text) => !texts.includes(text));
  const faults = texts.flatMap((text) => {
    const translation = translations.get(text) ?? '';
    const fault = faultOf(text, translation);
    if (!fault) return [];
    const replaced = translation ? [] : gone.filter((old) => isSimilar(text, old));
    return [
      `"${text}" ${fault}`,
      ...replaced.map((old) => `  "${old}", which it may replace, has: "${translations.get(old) ?? ''}"`),
    ];
  });
  return [...faults, ...gone.map((text) => `"${text}" is no longer in the code`)];
};
