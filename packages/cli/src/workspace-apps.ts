import { readDescriptor, SHELL } from '@portal/releases';
import type { Descriptor } from '@portal/contract';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { WORKSPACE } from './config';
import { packageVersion } from './package-version';
import { UsageError } from './usage-error';

/** What is published of an app. */
export interface App {
  name: string;
  baseVersion: string;
  /** The folder with its build. */
  directory: string;
  /** Absent for the shell. */
  descriptor?: Descriptor;
}

/** The folder of an app of this workspace, whether or not it is there. */
export const appFolder = (name: string): string => join(WORKSPACE, 'apps', name);

/** The folders of `apps/`. */
export const appFolders = (): Promise<string[]> =>
  readdir(join(WORKSPACE, 'apps')).catch((cause: unknown) => {
    throw new UsageError(`${WORKSPACE} has no folder apps/. Run this at the root of the workspace.`, {
      cause,
    });
  });

/** The file in which a remote of this workspace describes itself. */
export const descriptorFile = (name: string): string => join(appFolder(name), 'remote.json');

/** The names of every app with a `remote.json`. */
export const workspaceRemotes = async (): Promise<string[]> =>
  (await appFolders()).filter((name) => existsSync(descriptorFile(name)));

/** Reads what an app of this workspace says of itself in its `package.json` and `remote.json`. */
export const readApp = async (name: string): Promise<App> => {
  const baseVersion = await packageVersion(appFolder(name));
  if (baseVersion === undefined) throw new UsageError(`${appFolder(name)} has no package.json.`);
  const app = { name, baseVersion, directory: join(appFolder(name), 'dist') };
  return name === SHELL ? app : { ...app, descriptor: await readDescriptor(descriptorFile(name)) };
};
