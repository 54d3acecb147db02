import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

/** The names of a message's placeholders. */
const placeholdersIn = (message: string): string => {
  const names = compileMessageOrThrow(message).flatMap((token) =>
    typeof token === 'string' ? [] : token[0],
  );
  return [...new Set(names)].sort().join(', ');
};

const faultOf = (text: string, translation: string | undefined): string | undefined => {
  if (translation === undefined) return 'is not in the catalog';
  if (translation === '') return undefined;
  try {
    return placeholdersIn(text) === placeholdersIn(translation)
      ? undefined
      : `has a translation with other placeholders: "${translation}"`;
  } catch (error) {
    return `has a translation that is not valid ICU MessageFormat: "${translation}" (${String(error)})`;
  }
};

/** The faults of one language's catalog, a line each. A translation is empty where it is missing, which is no fault. */
export const catalogFaults = (
  texts: readonly string[],
  translations: ReadonlyMap<string, string>,
): string[] => {
  const faults = texts.flatMap((text) => {
    const fault = faultOf(text, translations.get(text));
    return fault ? [`"${text}" ${fault}`] : [];
  });
  const gone = [...translations.keys()].filter((text) => !texts.includes(text));
  return [...faults, ...gone.map((text) => `"${text}" is no longer in the code`)];
};
