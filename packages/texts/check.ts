import { readFile } from 'node:fs/promises';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { catalogFaults } from './src/catalog-faults';

/** `pnpm check texts`: compares the texts in the code with the catalogs, fails for a fault, and changes no file. */

const config = getConfig();
const faults: string[] = [];
for (const catalog of await getCatalogs(config)) {
  const texts = Object.keys((await catalog.collect()) ?? {});
  for (const language of config.locales) {
    const file = catalog.getFilename(language);
    const translations = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
    const found = catalogFaults(texts, new Map(Object.entries(translations)));
    faults.push(...found.map((fault) => `${file}: ${fault}`));
  }
}
if (faults.length > 0)
  process.stdout.write(
    `${faults.join('\n')}\nRun \`pnpm texts\`, fill in the empty translations, taking over those of replaced texts, and only then run \`pnpm texts --clean\`.\n`,
  );
process.exitCode = faults.length === 0 ? 0 : 1;
