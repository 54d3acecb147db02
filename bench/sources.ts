import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { WORKSPACE } from '../e2e/support/directories';

/** The inputs of every build, besides the sources of its app. */
export const SHARED_SOURCES = ['packages', 'webpack', 'pnpm-lock.yaml'];

const isSource = (path: string): boolean =>
  !/(^|\/)(node_modules|dist|results)(\/|$)|\.test\.tsx?$/.test(path);

const filesOf = async (path: string): Promise<string[]> => {
  const file = join(WORKSPACE, path);
  if (!(await stat(file)).isDirectory()) return [file];
  const entries = await readdir(file, { withFileTypes: true });
  const inside = entries.map(({ name }) => join(path, name)).filter(isSource);
  return (await Promise.all(inside.map(filesOf))).flat();
};

const changedAt = async (file: string): Promise<number> => (await stat(file)).mtimeMs;

/**
 * Whether a built file is as new as its sources, by modification time like `make`.
 * @param sources files and folders, relative to the workspace
 */
export const isUpToDate = async (built: string, sources: readonly string[]): Promise<boolean> => {
  const builtAt = await changedAt(built).catch(() => undefined);
  if (builtAt === undefined) return false;
  const files = (await Promise.all(sources.map(filesOf))).flat();
  return Math.max(...(await Promise.all(files.map(changedAt)))) <= builtAt;
};
