import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { WORKSPACE } from './directories';
import { runIn } from './run';

/** What a checkout does not have, or has no use for in a copy. */
const LEFT_OUT = new Set(['.git', 'node_modules', 'dist', 'results', '.portal', '.mf', '.cache']);

const isCopied = (path: string): boolean => !LEFT_OUT.has(basename(path));

/** A copy of the whole workspace, as another team's checkout: its changes and builds touch nobody else's. */
export interface ScratchWorkspace {
  directory: string;
  /** Changes a file; fails when that changes nothing. */
  edit: (file: string, change: (text: string) => string) => Promise<void>;
  /** Runs pnpm in it. */
  pnpm: (...args: string[]) => Promise<void>;
}

const scratchDirectory = (name: string): string => join(WORKSPACE, '.portal/e2e', name);

/**
 * Copies the workspace and installs it, from what was downloaded for this one.
 * @param environment of every command that runs in it
 */
export const scratchWorkspace = async (
  name: string,
  environment: Record<string, string> = {},
): Promise<ScratchWorkspace> => {
  const directory = scratchDirectory(name);
  await rm(directory, { recursive: true, force: true });
  // One by one, because a folder cannot be copied into itself.
  for (const entry of (await readdir(WORKSPACE)).filter(isCopied))
    await cp(join(WORKSPACE, entry), join(directory, entry), { recursive: true, filter: isCopied });
  const pnpm = (...args: string[]) => runIn(directory, 'pnpm', args, environment);
  await pnpm('install', '--offline', '--frozen-lockfile', '--reporter=silent');
  return {
    directory,
    pnpm,
    edit: async (file, change) => {
      const path = join(directory, file);
      const before = await readFile(path, 'utf8');
      const after = change(before);
      if (after === before) throw new Error(`${file} is no longer what this test changes.`);
      await writeFile(path, after);
    },
  };
};
