import type { Build } from '@portal/contract';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { ReleaseError } from './release-error';

/** The limits for a remote's first screen in bytes: `sent` is compressed, `read` uncompressed. */
const BUDGET = { sent: 200_000, read: 2_000_000 };

const compressed = promisify(brotliCompress);

interface Weight {
  file: string;
  /** The bytes of the file. */
  read: number;
  /** The bytes after brotli; undefined for a file that alone exceeds the limit. */
  sent: number | undefined;
}

const weigh = async (directory: string, file: string): Promise<Weight> => {
  const content = await readFile(join(directory, file));
  const isLarge = content.length > BUDGET.read;
  return { file, read: content.length, sent: isLarge ? undefined : (await compressed(content)).length };
};

/** `43.1 KB`, `31 MB` */
export const sizeText = (bytes: number): string => {
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1000, 'KB'] : [bytes / 1_000_000, 'MB'];
  return `${size.toFixed(1).replace(/\.0$/, '')} ${unit}`;
};

const total = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0);

/** The three heaviest files: `video.mp4 98 MB, remote.js 43.1 KB` */
const heaviestText = (sizes: readonly (readonly [file: string, bytes: number])[]): string =>
  sizes
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 3)
    .map(([file, bytes]) => `${file} ${sizeText(bytes)}`)
    .join(', ');

const HEAVY_BYTES = 20_000_000;

/** Warns of a version that is heavy as a whole, whenever its files load; every server keeps 64 MB of files in memory. */
export const heavyText = async (release: string, directory: string, files: readonly string[]) => {
  const sizes = await Promise.all(
    files.map(async (file) => [file, (await stat(join(directory, file))).size] as const),
  );
  const bytes = total(sizes.map(([, size]) => size));
  const text = `${release} has ${sizeText(bytes)} in ${files.length} files: ${heaviestText(sizes)}. Every portal server keeps up to 64 MB of files in memory: move large ones to a server for media.`;
  return bytes > HEAVY_BYTES ? [text] : [];
};

/** The weight of a remote's first screen. */
export interface FirstLoad {
  /** In bytes, compressed with brotli; without compression if the files are too large to try. */
  bytes: number;
  /** Why it exceeds the budget, as a sentence; undefined if it does not. */
  excess: string | undefined;
}

/** Weighs the entry, the chunks and the styles that the first screen of a build needs. */
export const firstLoadOf = async (
  directory: string,
  { entry, preload, styles }: Build,
): Promise<FirstLoad> => {
  const files = [...new Set([entry, ...preload, ...styles])];
  const weights = await Promise.all(files.map((file) => weigh(directory, file)));
  const read = total(weights.map((weight) => weight.read));
  const bytes = total(weights.map((weight) => weight.sent ?? weight.read));
  const heaviest = heaviestText(weights.map((weight) => [weight.file, weight.sent ?? weight.read]));
  if (bytes > BUDGET.sent)
    return {
      bytes,
      excess: `its first screen needs ${sizeText(bytes)} over the network, and the limit is ${sizeText(BUDGET.sent)}: ${heaviest}.`,
    };
  if (read > BUDGET.read)
    return {
      bytes,
      excess: `its first screen needs ${sizeText(read)} of code, and the limit is ${sizeText(BUDGET.read)}.`,
    };
  return { bytes, excess: undefined };
};

/** @throws ReleaseError for a remote that weighs too much */
export const refuseExcess = (name: string, version: string, { excess }: FirstLoad): void => {
  if (excess !== undefined)
    throw new ReleaseError(
      `${name}@${version} is refused: ${excess} Use import() for code that the first screen does not need, or publish with --allow-size.`,
    );
};
