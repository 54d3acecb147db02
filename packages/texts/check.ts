import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { catalogFaults } from './src/catalog-faults';

/**
 * `pnpm check texts`: compares the texts in the code with the catalogs, and changes no file. Fails for a fault. A text without
 * a translation is none, because customers read it in English: a language may be unfinished.
 */

const config = getConfig();
const faults: string[] = [];
const untranslated = new Map<string, number>();
for (const catalog of await getCatalogs(config)) {
  const texts = Object.keys((await catalog.collect()) ?? {});
  for (const language of config.locales) {
    const file = catalog.getFilename(language);
    // A new language has none before the first `pnpm texts`.
    const text = existsSync(file) ? await readFile(file, 'utf8') : '{}';
    const translations = JSON.parse(text) as Record<string, string>;
    const found = catalogFaults(texts, new Map(Object.entries(translations)));
    faults.push(...found.map((fault) => `${file}: ${fault}`));
    const missing = Object.values(translations).filter((translation) => translation === '').length;
    untranslated.set(language, (untranslated.get(language) ?? 0) + missing);
  }
}
const unfinished = [...untranslated].filter(([, count]) => count > 0);
if (unfinished.length > 0)
  process.stdout.write(
    `note: texts without a translation: ${unfinished.map((counted) => counted.join(' ')).join(', ')}\n`,
  );
if (faults.length > 0)
  process.stdout.write(
    `${faults.join('\n')}\nRun \`pnpm texts\`, give a changed text the translation of the one that it replaces, and only then run \`pnpm texts --clean\`.\n`,
  );
process.exitCode = faults.length === 0 ? 0 : 1;
