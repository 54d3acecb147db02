import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { catalogFaults } from './src/catalog-faults';

/** `pnpm check texts`: compares the texts in the code with the catalogs, fails for a fault, and changes no file. */

const config = getConfig();
const faults: string[] = [];
for (const catalog of await getCatalogs(config)) {
  const texts = Object.keys((await catalog.collect()) ?? {});
  for (const language of config.locales) {
    const translations = Object.entries((await catalog.read(language)) ?? {});
    faults.push(
      ...catalogFaults(
        texts,
        new Map(translations.map(([text, { translation }]) => [text, translation ?? ''])),
      ).map((fault) => `${catalog.getFilename(language)}: ${fault}`),
    );
  }
}
if (faults.length > 0)
  process.stdout.write(
    `${faults.join('\n')}\nRun \`pnpm texts\`, fill in the empty translations, taking over those of replaced texts, and only then run \`pnpm texts --clean\`.\n`,
  );
process.exitCode = faults.length === 0 ? 0 : 1;
