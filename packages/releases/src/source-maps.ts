import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import * as v from 'valibot';
import type { ReleaseStorage } from './storage';

/** The part of a source map (ECMA-426) that locates code, without the sources' content and names. */
const sourceMapSchema = v.object({
  version: v.literal(3),
  sources: v.array(v.nullable(v.string())),
  mappings: v.string(),
});

/** The source maps of a version, by the path of the script. */
const sourceMapsSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), sourceMapSchema));

export type SourceMaps = v.InferOutput<typeof sourceMapsSchema>;

/** The limit of decompressed maps, so that a crafted file cannot fill the memory. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Reads the source maps that lie beside the scripts of a build, without the sources in them. */
export const readSourceMaps = async (directory: string, files: readonly string[]): Promise<SourceMaps> => {
  const maps: SourceMaps = {};
  for (const file of files.filter((name) => /\.m?js$/.test(name))) {
    const text = await readFile(join(directory, `${file}.map`), 'utf8').catch(() => undefined);
    const map = v.safeParse(v.pipe(v.string(), v.parseJson(), sourceMapSchema), text);
    if (map.success) maps[file] = map.output;
  }
  return maps;
};

/** Keeps the source maps of a version beside it. */
export const keepSourceMaps = async (
  store: Pick<ReleaseStorage, 'putMaps'>,
  name: string,
  version: string,
  maps: SourceMaps,
): Promise<void> => {
  if (Object.keys(maps).length > 0)
    await store.putMaps(name, version, await promisify(gzip)(JSON.stringify(maps)));
};

/** Reads the source maps that are kept beside a version; empty if there are none, or they are damaged. */
export const keptSourceMaps = async (
  store: Pick<ReleaseStorage, 'readMaps'>,
  name: string,
  version: string,
): Promise<SourceMaps> => {
  const content = await store.readMaps(name, version);
  if (!content) return {};
  const text = await promisify(gunzip)(content, { maxOutputLength: MAX_BYTES }).catch(() => undefined);
  const { success, output } = v.safeParse(sourceMapsSchema, text?.toString('utf8'));
  return success ? output : {};
};
