import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { WORKSPACE } from './directories';
import { runIn } from './run';

/** Not copied: files that a checkout does not have, and caches. */
const LEFT_OUT = new Set(['.git', 'node_modules', 'dist', 'results', '.portal', '.mf', '.cache']);

const isCopied = (path: string): boolean => !LEFT_OUT.has(basename(path));

/** A copy of the workspace, like another team's checkout: its changes and builds stay in it. */
export interface ScratchWorkspace {
  directory: string;
  /** Changes a file; throws if the change has no effect. */
  edit: (file: string, change: (text: string) => string) => Promise<void>;
  /** Runs pnpm in it. */
  pnpm: (...args: string[]) => Promise<void>;
  /** Runs a TypeScript file of it, which saves the seconds that pnpm takes to start. */
  node: (script: string, ...args: string[]) => Promise<void>;
}

/**
 * Copies the workspace and installs its dependencies from the local store.
 * @param environment variables for every command that runs in it
 */
export const scratchWorkspace = async (
  name: string,
  environment: Record<string, string> = {},
): Promise<ScratchWorkspace> => {
  const directory = join(WORKSPACE, '.portal/e2e', name);
  await rm(directory, { recursive: true, force: true });
  // Entry by entry: `cp` refuses to copy a directory into itself.
  for (const entry of (await readdir(WORKSPACE)).filter(isCopied))
    await cp(join(WORKSPACE, entry), join(directory, entry), { recursive: true, filter: isCopied });
  const pnpm = (...args: string[]) => runIn(directory, 'pnpm', args, environment);
  await pnpm('install', '--offline', '--frozen-lockfile', '--reporter=silent');
  return {
    directory,
    pnpm,
    node: (...args) => runIn(directory, process.execPath, ['--import', 'tsx', ...args], environment),
    edit: async (file, change) => {
      const path = join(directory, file);
      const before = await readFile(path, 'utf8');
      const after = change(before);
      if (after === before)
        throw new Error(`The edit of ${file} changes nothing: the test expects other content.`);
      await writeFile(path, after);
    },
  };
};
