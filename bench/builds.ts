import { existsSync } from 'node:fs';
import { readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { WORKSPACE } from '../e2e/support/directories';
import { runIn } from '../e2e/support/run';

/** The inputs of every build, besides the sources of its app. */
export const SHARED_SOURCES = ['packages', 'webpack', 'apps/embed', 'pnpm-lock.yaml'];

/** A file that each build of an app writes. */
const BUILT = {
  server: 'main.js',
  shell: 'build.json',
  login: 'mf-manifest.json',
  orders: 'mf-manifest.json',
  'notification-preferences': 'mf-manifest.json',
};

const builtFile = (app: string, file: string): string => join(WORKSPACE, 'apps', app, 'dist', file);

const isSource = (path: string): boolean => !/(^|\/)(node_modules|dist)(\/|$)|\.test\.tsx?$/.test(path);

const filesOf = async (path: string): Promise<string[]> => {
  const file = join(WORKSPACE, path);
  if (!(await stat(file)).isDirectory()) return [file];
  const entries = await readdir(file);
  const inside = entries.map((name) => join(path, name)).filter(isSource);
  return (await Promise.all(inside.map(filesOf))).flat();
};

const changedAt = async (file: string): Promise<number> => (await stat(file)).mtimeMs;

/**
 * Whether a built file is as new as its sources, by modification time like `make`.
 * @param sources files and folders, relative to the workspace
 */
export const isUpToDate = async (built: string, sources: readonly string[]): Promise<boolean> => {
  if (!existsSync(built)) return false;
  const files = (await Promise.all(sources.map(filesOf))).flat();
  return Math.max(...(await Promise.all(files.map(changedAt)))) <= (await changedAt(built));
};

/** Builds the apps whose sources are newer than their build. */
export const buildApps = async (): Promise<void> => {
  const apps = Object.entries(BUILT);
  const current = await Promise.all(
    apps.map(([app, file]) => isUpToDate(builtFile(app, file), [`apps/${app}`, ...SHARED_SOURCES])),
  );
  const outdated = apps.filter((_, index) => !current[index]);
  if (outdated.length === 0) return;
  const filters = outdated.flatMap(([app]) => ['--filter', app]);
  await runIn(WORKSPACE, 'pnpm', ['--workspace-concurrency=2', ...filters, 'build']);
  // webpack does not rewrite a file with the same content, so its time would stay older than the sources.
  const now = new Date();
  await Promise.all(outdated.map(([app, file]) => utimes(builtFile(app, file), now, now)));
};
