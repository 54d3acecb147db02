import type { Language } from '@portal/contract';
import * as v from 'valibot';
import type { Config } from '../../platform/config/config';
import { readConfigFile } from '../../platform/config/config-file';

/** By language, a sentence about each status; the statuses are in lower case. */
export type StatusTexts = Partial<Record<Language, Record<string, string>>>;

const STATUSES = 'must be statuses with sentences: { "Hold": "We are waiting for a part." }';

/** One sentence for all languages, or one in each of the portal's. */
const schemaOf = (languages: Config['languages']) => {
  const example = languages.map((language) => `"${language}": "…"`).join(', ');
  const fault = `must be a sentence, or one in each of the portal's languages: { ${example} }`;
  const sentence = v.pipe(v.string(), v.trim(), v.nonEmpty(fault));
  return v.pipe(
    v.unknown(),
    // To valibot, an array is a record.
    v.check((file) => !Array.isArray(file), STATUSES),
    v.record(
      v.pipe(v.string(), v.trim(), v.toLowerCase()),
      v.union([sentence, v.object(v.entriesFromList(languages, sentence))], fault),
      STATUSES,
    ),
  );
};

/** Reads ORDER_STATUS_TEXTS; without it, customers read the portal's own sentences. @throws ConfigError when it is invalid */
export const readStatusTexts = async ({
  statusTextsFile,
  languages,
}: Pick<Config, 'statusTextsFile' | 'languages'>): Promise<StatusTexts> => {
  if (!statusTextsFile) return {};
  const output = await readConfigFile('ORDER_STATUS_TEXTS', statusTextsFile, schemaOf(languages));
  const textsIn = (language: Language) =>
    Object.entries(output).map(([status, given]) => [
      status,
      typeof given === 'string' ? given : given[language],
    ]);
  return Object.fromEntries(languages.map((language) => [language, Object.fromEntries(textsIn(language))]));
};
