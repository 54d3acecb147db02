import type { Build } from '@portal/contract';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

/** The limits for a remote's first screen in bytes: compressed, and uncompressed. */
const SENT_LIMIT = 200_000;
const READ_LIMIT = 2_000_000;

const compressed = promisify(brotliCompress);

type Weight = readonly [file: string, bytes: number];

/** `43.1 KB`, `31 MB` */
export const sizeText = (bytes: number): string => {
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1000, 'KB'] : [bytes / 1_000_000, 'MB'];
  return `${size.toFixed(1).replace(/\.0$/, '')} ${unit}`;
};

const total = (weights: readonly Weight[]): number => weights.reduce((sum, [, bytes]) => sum + bytes, 0);

/** The three heaviest files: `video.mp4 98 MB, remote.js 43.1 KB` */
const heaviestText = (weights: readonly Weight[]): string =>
  weights
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 3)
    .map(([file, bytes]) => `${file} ${sizeText(bytes)}`)
    .join(', ');

/** The bytes of all files of a version, whenever they load. */
export const bytesOf = async (directory: string, files: readonly string[]): Promise<number> => {
  const sizes = files.map(async (file): Promise<Weight> => [file, (await stat(join(directory, file))).size]);
  return total(await Promise.all(sizes));
};

/** The weight of a remote's first screen. */
export interface FirstLoad {
  /** In bytes, compressed with brotli; uncompressed if it exceeds that limit. */
  bytes: number;
  /** Why it exceeds the budget, as a sentence; undefined if it does not. */
  excess?: string | undefined;
}

const firstLoad = (weights: readonly Weight[], limit: number, what: string): FirstLoad => {
  const bytes = total(weights);
  if (bytes <= limit) return { bytes };
  const excess = `its first screen needs ${sizeText(bytes)} ${what}, and the limit is ${sizeText(limit)}: ${heaviestText(weights)}.`;
  return { bytes, excess };
};

/** Weighs the entry, the chunks and the styles that the first screen of a build needs. */
export const firstLoadOf = async (
  directory: string,
  { entry, preload, styles }: Build,
): Promise<FirstLoad> => {
  const files = [...new Set([entry, ...preload, ...styles])];
  const contents = new Map<string, Buffer>();
  for (const file of files) contents.set(file, await readFile(join(directory, file)));
  const read = firstLoad(
    [...contents].map(([file, { length }]) => [file, length]),
    READ_LIMIT,
    'of code',
  );
  if (read.excess) return read;
  const sent = await Promise.all(
    [...contents].map(async ([file, content]): Promise<Weight> => [file, (await compressed(content)).length]),
  );
  return firstLoad(sent, SENT_LIMIT, 'over the network');
};
