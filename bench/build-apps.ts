import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { runIn } from '../e2e/support/run';
import { isUpToDate, SHARED_SOURCES } from './sources';
import { WORKSPACE } from '../e2e/support/directories';

/** A file that each build of an app writes; remotes write their federation manifest. */
const BUILT: Record<string, string> = { server: 'main.js', shell: 'build.json' };

const builtFile = (app: string): string =>
  join(WORKSPACE, 'apps', app, 'dist', BUILT[app] ?? 'mf-manifest.json');

/** Builds the apps whose sources are newer than their build. */
export const buildApps = async (): Promise<void> => {
  const folders = await readdir(join(WORKSPACE, 'apps'));
  const apps = folders.filter((app) => existsSync(join(WORKSPACE, 'apps', app, 'package.json')));
  const current = await Promise.all(
    apps.map((app) => isUpToDate(builtFile(app), [`apps/${app}`, ...SHARED_SOURCES])),
  );
  const outdated = apps.filter((_, index) => !current[index]);
  if (outdated.length === 0) return;
  const filters = outdated.flatMap((app) => ['--filter', app]);
  await runIn(WORKSPACE, 'pnpm', ['--workspace-concurrency=2', ...filters, 'build']);
  // webpack does not rewrite a file with the same content, so its time would stay older than the sources.
  const now = new Date();
  await Promise.all(outdated.map((app) => utimes(builtFile(app), now, now)));
};
