import { publishedVersionSchema } from '@portal/contract';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { filesIn, publishableFiles } from './integrity';
import { readBuild } from './read-build';

/** The files of a build on their way to a portal: base64 by path. */
export const buildFilesSchema = v.record(publishedVersionSchema.entries.integrity.key, v.string());

type BuildFiles = v.InferOutput<typeof buildFilesSchema>;

/** Reads the files of a build, with the source maps of its scripts. @throws ReleaseError for an incomplete build */
export const readBuildFiles = async (directory: string): Promise<BuildFiles> => {
  await readBuild(directory);
  const published = await publishableFiles(directory);
  const files = (await filesIn(directory)).filter(
    (file) => published.includes(file) || /\.m?js\.map$/.test(file),
  );
  const contents = files.map(
    async (file) => [file, (await readFile(join(directory, file))).toString('base64')] as const,
  );
  return Object.fromEntries(await Promise.all(contents));
};

/** Calls a function with a temporary directory that holds these files. */
export const withBuildFiles = async <Result>(
  files: BuildFiles,
  use: (directory: string) => Promise<Result>,
): Promise<Result> => {
  const directory = await mkdtemp(join(tmpdir(), 'portal-build-'));
  try {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(directory, path)), { recursive: true });
      await writeFile(join(directory, path), content, 'base64');
    }
    return await use(directory);
  } finally {
    await rm(directory, { recursive: true });
  }
};
