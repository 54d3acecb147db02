import { readDescriptor, SHELL } from '@portal/releases';
import { DESCRIPTOR_FILE, type Descriptor } from '@portal/contract';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import * as v from 'valibot';
import { UsageError } from './usage-error';

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

const packageSchema = v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() }));

/**
 * Reads the version in a folder's `package.json`; undefined without that file.
 * @throws UsageError if the file has no version
 */
export const packageVersion = async (folder: string): Promise<string | undefined> => {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  const result = v.safeParse(packageSchema, await readFile(file, 'utf8'));
  if (result.success) return result.output.version;
  throw new UsageError(`${file} has no version. Add one, such as "version": "1.0.0".`);
};

/** Whether a folder is the portal's workspace; otherwise, it is a team's repository. */
export const isWorkspace = (folder: string): boolean => existsSync(join(folder, 'apps'));

/** The apps of a workspace: folders of `apps/`. */
export const workspaceApps = (workspace: string) => {
  const folder = (name: string): string => join(workspace, 'apps', name);
  const descriptorFile = (name: string): string => join(folder(name), DESCRIPTOR_FILE);

  const names = (): Promise<string[]> =>
    readdir(join(workspace, 'apps')).catch((cause: unknown) => {
      throw new UsageError(
        `${workspace} has no remote.json and no folder apps/. Run this in a remote's folder, or at the root of the workspace.`,
        {
          cause,
        },
      );
    });

  return {
    names,
    folder,
    /** The names of all apps with a `remote.json`. */
    remotes: async () => (await names()).filter((name) => existsSync(descriptorFile(name))),
    descriptor: (name: string) => readDescriptor(descriptorFile(name)),
    /** Reads an app's `package.json` and `remote.json`. */
    async read(name: string): Promise<App> {
      const baseVersion = await packageVersion(folder(name));
      if (baseVersion === undefined) {
        const file = join(folder(name), 'package.json');
        throw new UsageError(`${file} is missing. Create it with a version, such as { "version": "1.0.0" }.`);
      }
      const app = { name, baseVersion, directory: join(folder(name), 'dist'), folder: folder(name) };
      return name === SHELL ? app : { ...app, descriptor: await readDescriptor(descriptorFile(name)) };
    },
  };
};

interface ExternalBuild {
  name: string;
  /** The folder with the build. */
  from: string;
  /** The remote's descriptor file; the shell has none. */
  descriptor: string | undefined;
  /** Defaults to the version in the `package.json` beside the descriptor. */
  version: string | undefined;
}

/**
 * Reads a build from outside this workspace: another repository or another bundler.
 * @param directory where relative paths start
 * @throws UsageError if the descriptor or the version is missing
 */
export const readExternalBuild = async (build: ExternalBuild, directory: string): Promise<App> => {
  const { name, from, descriptor, version } = build;
  if (name !== SHELL && descriptor === undefined)
    throw new UsageError(
      `Name the descriptor of ${name}: pnpm portal publish ${name} --from ${from} --descriptor remote.json`,
    );
  const file = descriptor && resolve(directory, descriptor);
  const baseVersion = version ?? (file && (await packageVersion(dirname(file))));
  if (!baseVersion) throw new UsageError(`Name the version of ${name}: --version 1.4.0`);
  return {
    name,
    baseVersion,
    directory: resolve(directory, from),
    folder: file ? dirname(file) : directory,
    ...(file && { descriptor: await readDescriptor(file) }),
  };
};
