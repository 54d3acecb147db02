import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { descriptorSchema, type Descriptor } from '@portal/contract';
import * as v from 'valibot';

/**
 * Reads `remote.json` in a remote's folder.
 * @throws an Error that lists the faults of the file
 */
export const readDescriptor = (directory: string): Descriptor => {
  const file = join(directory, 'remote.json');
  const result = v.safeParse(descriptorSchema, JSON.parse(readFileSync(file, 'utf8')));
  if (result.success) return result.output;
  throw new Error(`${file} is not valid:\n${v.summarize(result.issues)}`);
};

const catalogSchema = v.record(v.string(), v.string());

const pick = (texts: readonly string[], catalog: Record<string, string>): Record<string, string> =>
  Object.fromEntries(texts.flatMap((text) => (catalog[text] ? [[text, catalog[text]]] : [])));

/** The translations of a descriptor's title and labels. */
export interface DescriptorTexts {
  /** The paths of the catalogs, for a bundler to watch. */
  files: string[];
  /** The content of `descriptor-texts.json`. */
  json: string;
}

/**
 * Reads the translations of the descriptor's title and labels from `languages/`, so that the server can show them before
 * any of the remote's code is loaded.
 * @returns undefined for a remote without translations
 */
export const readDescriptorTexts = async (
  directory: string,
  { title, navigation }: Descriptor,
): Promise<DescriptorTexts | undefined> => {
  const catalogs = join(directory, 'languages');
  if (!existsSync(catalogs)) return undefined;
  const texts = [title, ...navigation.map(({ label }) => label)];
  const names = (await readdir(catalogs)).sort();
  const entries = names.map(async (name) => {
    const catalog = v.parse(catalogSchema, JSON.parse(await readFile(join(catalogs, name), 'utf8')));
    return [name.replace('.json', ''), pick(texts, catalog)] as const;
  });
  return {
    files: names.map((name) => join(catalogs, name)),
    json: JSON.stringify(Object.fromEntries(await Promise.all(entries))),
  };
};
