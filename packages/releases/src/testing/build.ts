import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The `build.json` of a remote whose container has this name. */
export const buildNamed = (globalName: string): string =>
  JSON.stringify({ entry: 'remoteEntry.js', globalName, preload: ['remote.js'] });

/** The files of a correct build of a remote. */
export const REMOTE_BUILD = {
  'remoteEntry.js': 'const container = 1;',
  'remote.js': 'const screens = 1;',
  'remote.js.br': 'compressed',
  'remote.js.map':
    '{"version":3,"sources":["screen.ts"],"sourcesContent":["const secret = 1;"],"names":["screens"],"mappings":"AAAA"}',
  'remote.js.map.gz': 'compressed',
  'styles/screen.css': 'h1 { color: red }',
  'logo.svg': '<svg/>',
  'build.json': buildNamed('portal_orders'),
};

/** Creates an empty directory. */
export const emptyDirectory = (): Promise<string> => mkdtemp(join(tmpdir(), 'releases-'));

/**
 * Writes files to a new directory.
 * @param files contents by path; undefined skips a file
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
