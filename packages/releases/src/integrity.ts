import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { ReleaseError } from './release-error';

/** Every file in a folder and below, as sorted paths relative to it, with `/` between their parts. */
export const filesIn = async (directory: string): Promise<string[]> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
};

/** @throws ReleaseError for what is neither file nor folder: it is not followed, and would be missing in a version */
const refuseLinks = async (directory: string): Promise<void> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const other = entries.find((entry) => !entry.isFile() && !entry.isDirectory());
  if (other)
    throw new ReleaseError(
      `${join(other.parentPath, other.name)} is no file but a link or the like. Put the file itself there and publish again.`,
    );
};

/**
 * The files of a build that are published, compressed copies among them: all but source maps, which hold the sources.
 * @throws ReleaseError when there are links among them
 */
export const publishableFiles = async (directory: string): Promise<string[]> => {
  await refuseLinks(directory);
  return (await filesIn(directory)).filter((file) => !file.endsWith('.map'));
};

/** Subresource Integrity (W3C SRI), as `sha384-…`. */
export const integrityOf = (content: Uint8Array): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** The integrity of every file of a build, by its path. */
export const integrityOfFiles = async (
  directory: string,
  files: readonly string[],
): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(
      files.map(async (file) => [file, integrityOf(await readFile(join(directory, file)))] as const),
    ),
  );

/** Eight hex digits that change whenever the content does. */
export const contentHash = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 8);
