import { readFile, stat } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import { firstPageFiles } from './first-page';

/** Characters between two samples of a source map: precise enough for the shares of packages. */
const STEP = 16;

const packageOf = (source: string | undefined): string => {
  if (!source) return 'bundler';
  const inside = source.split('node_modules/').at(-1) ?? '';
  if (inside !== source) return /^(?:@[^/]+\/)?[^/]+/.exec(inside)?.[0] ?? inside;
  return /(?:apps|packages)\/[^/]+/.exec(source)?.[0] ?? (source.includes('/src/') ? 'own' : 'bundler');
};

/** The package of each sample in a script, with the sample's share of the script's brotli size in bytes. */
const sharesOf = async (file: string): Promise<[string, number][]> => {
  const lines = (await readFile(file, 'utf8')).split('\n');
  const map = new SourceMap(JSON.parse(await readFile(`${file}.map`, 'utf8')) as SourceMapPayload);
  const { size } = await stat(`${file}.br`);
  const samples = lines.flatMap((line, number) =>
    Array.from({ length: Math.ceil(line.length / STEP) }, (_, index) => {
      const entry = map.findEntry(number, index * STEP);
      return packageOf('originalSource' in entry ? entry.originalSource : undefined);
    }),
  );
  return samples.map((name) => [name, size / samples.length]);
};

/** Bytes of the first page by package: the compressed size of each script, divided by its source map. */
export const bytesByPackage = async (): Promise<Record<string, number>> => {
  const files = (await firstPageFiles()).flatMap(({ dist, scripts }) =>
    scripts.map((file) => join(dist, file)),
  );
  const shares = (await Promise.all(files.map(sharesOf))).flat();
  const total: Record<string, number> = {};
  for (const [name, bytes] of shares) total[name] = (total[name] ?? 0) + bytes;
  return total;
};
