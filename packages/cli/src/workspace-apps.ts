import { readDescriptor } from '@portal/releases';
import type { Descriptor } from '@portal/contract';
import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { WORKSPACE } from './config';
import { UsageError } from './usage-error';

const SHELL = 'shell';
const packageSchema = v.object({ version: v.string() });

/** What is published of an app of this workspace. */
export interface WorkspaceApp {
  name: string;
  baseVersion: string;
  directory: string;
  descriptor?: Descriptor;
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

const appFolder = (name: string) => join(WORKSPACE, 'apps', name);

/** The names of the shell and of every app with a `remote.json`. */
export const publishableApps = async (): Promise<string[]> => {
  const folders = await readdir(join(WORKSPACE, 'apps')).catch((cause: unknown) => {
    throw new UsageError(`${WORKSPACE} has no folder apps/. Run this at the root of the workspace.`, {
      cause,
    });
  });
  const remotes = await Promise.all(
    folders.map(async (name) => ((await isThere(join(appFolder(name), 'remote.json'))) ? [name] : [])),
  );
  return [SHELL, ...remotes.flat()];
};

/** Reads what an app says of itself in its `package.json` and `remote.json`. */
export const readApp = async (name: string): Promise<WorkspaceApp> => {
  const folder = appFolder(name);
  const { version } = v.parse(
    packageSchema,
    JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')),
  );
  const app = { name, baseVersion: version, directory: join(folder, 'dist') };
  return name === SHELL ? app : { ...app, descriptor: await readDescriptor(join(folder, 'remote.json')) };
};
