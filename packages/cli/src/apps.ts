import { readDescriptor, SHELL, UsageError } from '@portal/releases';
import { DESCRIPTOR_FILE, versionSchema, type Descriptor } from '@portal/contract';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import * as v from 'valibot';

/** An app to publish. */
export interface App {
  name: string;
  baseVersion: string;
  /** The folder with its build. */
  directory: string;
  /** The folder with its `package.json`. */
  folder: string;
  /** Absent for the shell. */
  descriptor?: Descriptor;
}

const packageSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ name: v.optional(v.string()), version: v.string() }),
);

/** Reads a folder's `package.json`; undefined without that file. */
const readPackage = async (folder: string) => {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  const result = v.safeParse(packageSchema, await readFile(file, 'utf8'));
  if (result.success) return result.output;
  throw new UsageError(`${file} has no version. Add one, such as "version": "1.0.0".`);
};

/** Reads the version in a folder's `package.json`; undefined without that file. */
export const packageVersion = async (folder: string): Promise<string | undefined> =>
  (await readPackage(folder))?.version;

/** Whether a folder is the portal's workspace; otherwise, it is a team's repository, which may have `apps` of its own. */
export const isWorkspace = (folder: string): boolean =>
  [SHELL, 'server'].every((app) => existsSync(join(folder, 'apps', app)));

/** Finds the folder with a file: the given one, or the next one above it. */
export const folderWith = (file: string, folder: string): string | undefined => {
  if (existsSync(join(folder, file))) return folder;
  return dirname(folder) === folder ? undefined : folderWith(file, dirname(folder));
};

/** Reads a build: a remote below its `remote.json`, or a shell below a `package.json` with the name `shell`. */
const readBuildIn = async (directory: string, version?: string): Promise<App> => {
  const remote = folderWith(DESCRIPTOR_FILE, directory);
  const folder = remote ?? folderWith('package.json', directory);
  const manifest = folder === undefined ? undefined : await readPackage(folder);
  if (folder === undefined || (remote === undefined && manifest?.name !== SHELL))
    throw new UsageError(
      `There is no remote.json beside ${directory}. Name the folder of a build beside the remote.json of its remote, or a remote of apps/.`,
    );
  const baseVersion = version ?? manifest?.version;
  if (!v.is(versionSchema, baseVersion))
    throw new UsageError(
      `The version is ${baseVersion ?? 'missing'}. Name one such as 1.4.0 or 1.4.0-pr12, in package.json or by --version.`,
    );
  const app = { name: SHELL, baseVersion, directory, folder };
  if (remote === undefined) return app;
  const descriptor = await readDescriptor(join(remote, DESCRIPTOR_FILE));
  return { ...app, name: descriptor.name, descriptor };
};

/** The apps of a workspace: folders of `apps/`. */
export const workspaceApps = (workspace: string) => {
  const folder = (name: string): string => join(workspace, 'apps', name);

  const names = (): Promise<string[]> =>
    readdir(join(workspace, 'apps')).catch((cause: unknown) => {
      throw new UsageError(
        `${workspace} has no remote.json and no folder apps/. Run this in a remote's folder, or at the root of the workspace.`,
        { cause },
      );
    });

  return {
    folder,
    /** The names of all apps with a `remote.json`. */
    remotes: async () => (await names()).filter((name) => existsSync(join(folder(name), DESCRIPTOR_FILE))),
    read: (name: string): Promise<App> => readBuildIn(join(folder(name), 'dist')),
  };
};

/**
 * Reads the app that the arguments name: the shell, a remote of the workspace, or the folder of a build; default: the
 * remote of the caller's folder.
 */
export const readApp = async (
  target: string | undefined,
  version: string | undefined,
  workspace: string,
  callerDirectory: string,
): Promise<App> => {
  if (target === undefined && existsSync(join(callerDirectory, DESCRIPTOR_FILE)))
    return readBuildIn(join(callerDirectory, 'dist'), version);
  const apps = workspaceApps(workspace);
  if (target !== undefined) {
    const isApp = isWorkspace(workspace) && [SHELL, ...(await apps.remotes())].includes(target);
    return isApp ? apps.read(target) : readBuildIn(resolve(callerDirectory, target), version);
  }
  const names = [SHELL, ...(await apps.remotes())];
  throw new UsageError(`Name an app: ${names.join(', ')}, or --all; or the folder of a build.`);
};
