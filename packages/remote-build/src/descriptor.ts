import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DESCRIPTOR_FILE, DESCRIPTOR_TEXTS_FILE, descriptorSchema, type Descriptor } from '@portal/contract';
import { intersects, validRange } from 'semver';
import * as v from 'valibot';
import type { Compiler, WebpackPluginInstance } from 'webpack';

const packageSchema = v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() }));

/** Why the shell of the installed packages cannot run a remote, before a build that the portal would refuse. */
const misfit = ({ requires: { shell } }: Descriptor): string | undefined => {
  const manifest = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8');
  const [major] = v.parse(packageSchema, manifest).version.split('.');
  if (validRange(shell) !== null && intersects(shell, `${major}.x`)) return undefined;
  return `/requires/shell is "${shell}", but the installed packages are for shell ${major}. Use "^${major}.0.0", or install the packages of the other shell.`;
};

/** Reads `remote.json` in the folder of the remote. @throws an Error that says what to do next */
export const readOwnDescriptor = (directory: string): Descriptor => {
  const file = join(directory, DESCRIPTOR_FILE);
  if (!existsSync(file))
    throw new Error(
      `${file} is missing. Build in the folder of the remote, or create the file there: copy the remote.json of another remote, and adapt it.`,
    );
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${file} is not JSON: ${reason}. Fix it and build again.`, { cause });
  }
  const result = v.safeParse(descriptorSchema, content);
  if (!result.success) throw new Error(`${file} is not valid:\n${v.summarize(result.issues)}`);
  const fault = misfit(result.output);
  if (fault !== undefined) throw new Error(`${file}: ${fault}`);
  return result.output;
};

const catalogSchema = v.record(v.string(), v.string());

const pick = (texts: readonly string[], catalog: Record<string, string>): Record<string, string> =>
  Object.fromEntries(texts.flatMap((text) => (catalog[text] ? [[text, catalog[text]]] : [])));

/** Reads the translations of title and labels from `languages/`; undefined for a remote without any. */
export const readDescriptorTexts = async (directory: string, { title, navigation }: Descriptor) => {
  const catalogs = join(directory, 'languages');
  if (!existsSync(catalogs)) return undefined;
  const texts = [title, ...navigation.map(({ label }) => label)];
  const names = (await readdir(catalogs)).filter((name) => name.endsWith('.json')).sort();
  const entries = names.map(async (name) => {
    const catalog = v.parse(catalogSchema, JSON.parse(await readFile(join(catalogs, name), 'utf8')));
    return [name.replace('.json', ''), pick(texts, catalog)] as const;
  });
  return {
    /** For a bundler to watch. */
    files: names.map((name) => join(catalogs, name)),
    /** The content of `descriptor-texts.json`. */
    json: JSON.stringify(Object.fromEntries(await Promise.all(entries))),
  };
};

/** Writes the translations of the descriptor into a build of webpack or Rspack. */
export const descriptorTexts = (directory: string, descriptor: Descriptor): WebpackPluginInstance => ({
  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('descriptor-texts', (compilation) => {
      compilation.hooks.processAssets.tapPromise('descriptor-texts', async () => {
        const texts = await readDescriptorTexts(directory, descriptor);
        if (!texts) return;
        compilation.fileDependencies.addAll(texts.files);
        compilation.emitAsset(DESCRIPTOR_TEXTS_FILE, new compiler.webpack.sources.RawSource(texts.json));
      });
    });
  },
});
