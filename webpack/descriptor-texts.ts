import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DESCRIPTOR_TEXTS_FILE, type Descriptor } from '@portal/contract';
import * as v from 'valibot';
import type { Compiler, WebpackPluginInstance } from 'webpack';

const catalogSchema = v.record(v.string(), v.string());

const pick = (texts: readonly string[], catalog: Record<string, string>): Record<string, string> =>
  Object.fromEntries(texts.flatMap((text) => (catalog[text] ? [[text, catalog[text]]] : [])));

/**
 * Writes the translations of the descriptor's title and labels, out of `languages/`: the server names the remote in the
 * customer's language before any of its code is loaded.
 */
export const descriptorTexts = (
  directory: string,
  { title, navigation }: Pick<Descriptor, 'title' | 'navigation'>,
): WebpackPluginInstance => ({
  apply(compiler: Compiler) {
    const catalogs = join(directory, 'languages');
    if (!existsSync(catalogs)) return;
    const texts = [title, ...navigation.map(({ label }) => label)];
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('descriptor-texts', (compilation) => {
      compilation.hooks.processAssets.tapPromise(
        { name: 'descriptor-texts', stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONS },
        async () => {
          const entries = (await readdir(catalogs)).sort().map(async (file) => {
            compilation.fileDependencies.add(join(catalogs, file));
            const catalog = v.parse(catalogSchema, JSON.parse(await readFile(join(catalogs, file), 'utf8')));
            return [file.replace('.json', ''), pick(texts, catalog)] as const;
          });
          const content = Object.fromEntries(await Promise.all(entries));
          compilation.emitAsset(DESCRIPTOR_TEXTS_FILE, new sources.RawSource(JSON.stringify(content)));
        },
      );
    });
  },
});
