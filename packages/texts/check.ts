import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

/**
 * `pnpm check texts`: compares the texts in the code with the catalogs, and changes no file. Fails for a text without a
 * translation, a translation without a text, and a translation that is not valid ICU MessageFormat or has other
 * placeholders.
 */

/** The names of a message's placeholders. */
const placeholdersIn = (message: string): string => {
  const names = compileMessageOrThrow(message).flatMap((token) =>
    typeof token === 'string' ? [] : token[0],
  );
  return [...new Set(names)].sort().join(', ');
};

const faultOf = (text: string, translation: string | undefined): string | undefined => {
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

const config = getConfig();
const faults: string[] = [];
for (const catalog of await getCatalogs(config)) {
  const texts = Object.keys((await catalog.collect()) ?? {});
  for (const language of config.locales) {
    const translations = (await catalog.read(language)) ?? {};
    const report = (text: string, fault: string) =>
      faults.push(`${catalog.getFilename(language)}: "${text}" ${fault}`);
    const gone = Object.keys(translations).filter((text) => !texts.includes(text));
    for (const text of texts) {
      const fault = faultOf(text, translations[text]?.translation);
      if (fault) report(text, fault);
      if (translations[text]?.translation || language === config.sourceLocale) continue;
      for (const old of gone.filter((one) => isSimilar(text, one)))
        faults.push(`  "${old}", which it may replace, has: "${translations[old]?.translation ?? ''}"`);
    }
    for (const text of gone) report(text, 'is no longer in the code');
  }
}
if (faults.length > 0)
  process.stdout.write(
    `${faults.join('\n')}\nRun \`pnpm texts\`, fill in the empty translations, taking over those of replaced texts, and only then run \`pnpm texts --clean\`.\n`,
  );
process.exitCode = faults.length === 0 ? 0 : 1;
