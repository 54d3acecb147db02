import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What a build of a remote leaves behind, when nothing is wrong with it. */
export const REMOTE_BUILD = {
  'remoteEntry.js': 'const container = 1;',
  'remote.js': 'const screens = 1;',
  'remote.js.br': 'compressed',
  'remote.js.map': '{"sources":["secret.ts"]}',
  'styles/screen.css': 'h1 { color: red }',
  'logo.svg': '<svg/>',
  'build.json': JSON.stringify({
    entry: 'remoteEntry.js',
    globalName: 'portal_orders',
    preload: ['remote.js'],
  }),
};

/** An empty directory of its own. */
export const emptyDirectory = (): Promise<string> => mkdtemp(join(tmpdir(), 'releases-'));

/**
 * Writes files into a directory of their own.
 * @param files contents by path; one that is undefined is left out
 * @returns the directory
 */
export const writeBuild = async (files: Record<string, string | undefined>): Promise<string> => {
  const directory = await emptyDirectory();
  for (const [path, content] of Object.entries(files)) {
    if (content === undefined) continue;
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), content);
  }
  return directory;
};
