import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ReleaseError } from './release-error';

/** Lists all files below a folder: relative paths with `/`, sorted. */
export const filesIn = async (directory: string): Promise<string[]> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
};

const isSourceMap = (file: string): boolean => /\.map(\.\w+)?$/.test(file);

/** Lists the files of a build that go to a portal: those to publish, and the source maps of its scripts. */
export const buildFiles = async (directory: string): Promise<string[]> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const other = entries.find((entry) => !entry.isFile() && !entry.isDirectory());
  if (other)
    throw new ReleaseError(
      `${join(other.parentPath, other.name)} is not a regular file. Replace it by the file itself and publish again.`,
    );
  return (await filesIn(directory)).filter((file) => !isSourceMap(file) || /\.m?js\.map$/.test(file));
};

/** Lists the files to publish, compressed copies included. Source maps contain the sources and stay out. */
export const publishableFiles = async (directory: string): Promise<string[]> =>
  (await buildFiles(directory)).filter((file) => !isSourceMap(file));

/** Subresource Integrity (W3C SRI): `sha384-…`. */
export const integrityOf = (content: Uint8Array): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** Hashes a file as it is read: at once, a large one would block all else. */
const integrityOfFile = async (path: string): Promise<string> => {
  const hash = createHash('sha384');
  await pipeline(createReadStream(path), hash);
  return `sha384-${hash.digest('base64')}`;
};

/** The integrity of every file of a build, by its path. */
export const integrityOfFiles = async (
  directory: string,
  files: readonly string[],
): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(
      files.map(async (file) => [file, await integrityOfFile(join(directory, file))] as const),
    ),
  );

/** A short hash of the content: eight hex digits. */
export const contentHash = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 8);
