import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transformAsync, type NodePath, type PluginItem, type types } from '@babel/core';
import extractMessages from '@lingui/babel-plugin-extract-messages';
import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage';
import { DESCRIPTOR_FILE, LANGUAGES } from '@portal/contract';
import * as v from 'valibot';
import { updateCatalog } from './src/update-catalog';

/**
 * `pnpm texts`: part of `pnpm check`. Compares the texts in the code of each app and package with its catalogs,
 * `languages/<language>.json`. Fails for a text without a translation, a translation without a text, a translation that
 * is not valid ICU MessageFormat or has other placeholders, and a literal text in JSX instead of `i18n.t`.
 *
 * `pnpm texts --write` updates the catalogs: it adds new texts with an empty translation, and removes texts that are not
 * in the code. A corrected text keeps its translation, and is printed for a review.
 */

const TRANSLATED = LANGUAGES.filter((language) => language !== 'en');

/** Attributes that customers read or hear. */
const SPOKEN =
  /^(alt|title|label|heading|message|explanation|failure|action|placeholder|withoutContact|aria-label)$/;

const isWording = (text: string): boolean => /\p{L}{2}/u.test(text);

/** Reports literal texts in JSX, which `i18n.t` would have to translate. */
const literalTexts = (report: (text: string) => void): PluginItem => ({
  visitor: {
    JSXText: ({ node }: NodePath<types.JSXText>) => {
      if (isWording(node.value)) report(node.value.trim());
    },
    JSXAttribute: ({ node: { name, value } }: NodePath<types.JSXAttribute>) => {
      const isSpoken = name.type === 'JSXIdentifier' && SPOKEN.test(name.name);
      if (isSpoken && value?.type === 'StringLiteral' && isWording(value.value)) report(value.value);
    },
  },
});

interface Texts {
  /** The texts to translate, in the order of the code. */
  translatable: Set<string>;
  /** An error for each literal text in JSX. */
  literals: string[];
}

const sourcesIn = async (directory: string): Promise<string[]> => {
  const files = await readdir(join(directory, 'src'), { recursive: true });
  return files
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|bench)\.|(^|\/)testing\//.test(file))
    .sort()
    .map((file) => join(directory, 'src', file));
};

/** The texts of a remote's descriptor, which the drawer shows. */
const descriptorSchema = v.object({
  title: v.string(),
  navigation: v.array(v.object({ label: v.string() })),
});

const descriptorTexts = async (directory: string): Promise<string[]> => {
  const json = await readFile(join(directory, DESCRIPTOR_FILE), 'utf8').catch(() => undefined);
  if (json === undefined) return [];
  const { title, navigation } = v.parse(descriptorSchema, JSON.parse(json));
  return [title, ...navigation.map(({ label }) => label)];
};

const readTexts = async (directory: string): Promise<Texts> => {
  const translatable = new Set(await descriptorTexts(directory));
  const literals: string[] = [];
  for (const file of await sourcesIn(directory)) {
    const code = await readFile(file, 'utf8');
    const report = (text: string) => literals.push(`${file}: "${text}" is not translated: pass it to i18n.t`);
    // Parse only files that can contain texts.
    const plugins: PluginItem[] = [
      ...(code.includes('i18n')
        ? [
            [
              extractMessages,
              { onMessageExtracted: ({ id }: { id: string }) => translatable.add(id) },
            ] as PluginItem,
          ]
        : []),
      ...(file.endsWith('.tsx') ? [literalTexts(report)] : []),
    ];
    if (plugins.length === 0) continue;
    await transformAsync(code, {
      filename: file,
      ...{ code: false, babelrc: false, configFile: false },
      parserOpts: { plugins: ['typescript', ...(file.endsWith('.tsx') ? ['jsx' as const] : [])] },
      plugins,
    });
  }
  return { translatable, literals };
};

/** The names of a message's placeholders. */
const placeholdersIn = (message: CompiledMessage): string[] =>
  [...new Set(message.flatMap((token) => (typeof token === 'string' ? [] : [token[0]])))].sort();

const faultOf = (text: string, translation: string | undefined): string | undefined => {
  if (!translation) return 'has no translation';
  try {
    const [wanted, found] = [text, translation].map((one) => placeholdersIn(compileMessageOrThrow(one)));
    return String(wanted) === String(found)
      ? undefined
      : `has a translation with other placeholders: "${translation}"`;
  } catch (error) {
    return `has a translation that is not valid ICU MessageFormat: "${translation}" (${String(error)})`;
  }
};

const catalogSchema = v.record(v.string(), v.string());

const checkCatalog = async (texts: Texts, file: string, isWriting: boolean): Promise<string[]> => {
  const catalog = v.parse(catalogSchema, JSON.parse(await readFile(file, 'utf8').catch(() => '{}')));
  if (isWriting) {
    const updated = updateCatalog([...texts.translatable], catalog);
    await writeFile(file, `${JSON.stringify(updated.catalog, null, 2)}\n`);
    for (const { before, after } of updated.corrections)
      process.stdout.write(`Review ${file}: "${after}" keeps the translation of "${before}"\n`);
    return [];
  }
  return [
    ...[...texts.translatable].flatMap((text) => {
      const fault = faultOf(text, catalog[text]);
      return fault ? [`${file}: "${text}" ${fault}`] : [];
    }),
    ...Object.keys(catalog)
      .filter((text) => !texts.translatable.has(text))
      .map((text) => `${file}: "${text}" is no longer in the code`),
  ];
};

/** Apps and packages with texts. */
const directories = async (): Promise<string[]> => {
  const all = await Promise.all(
    ['apps', 'packages'].map(async (place) => (await readdir(place)).map((name) => join(place, name))),
  );
  const translated = await Promise.all(
    all
      .flat()
      .map(async (directory) => ((await readdir(directory)).includes('languages') ? [directory] : [])),
  );
  return translated.flat();
};

const isWriting = process.argv.includes('--write');
const faults: string[] = [];
for (const directory of await directories()) {
  const texts = await readTexts(directory);
  faults.push(...texts.literals);
  for (const language of TRANSLATED)
    faults.push(...(await checkCatalog(texts, join(directory, 'languages', `${language}.json`), isWriting)));
}
if (faults.length > 0)
  process.stdout.write(
    `${faults.join('\n')}\nRun \`pnpm texts --write\`, then fill in the empty translations.\n`,
  );
process.exitCode = faults.length === 0 ? 0 : 1;
