import { readDescriptor, SHELL } from '@portal/releases';
import { dirname, resolve } from 'node:path';
import { packageVersion } from './package-version';
import { UsageError } from './usage-error';
import type { App } from './workspace-apps';

interface Elsewhere {
  name: string;
  /** The folder with the build. */
  from: string;
  /** The file that describes the remote; the shell has none. */
  descriptor: string | undefined;
  /** Absent: what the package.json beside the descriptor states. */
  version: string | undefined;
}

/**
 * Reads a build that is not in this workspace: from another repository, or of another bundler.
 * @param here where relative paths start
 * @throws UsageError when something was left out
 */
export const readBuildElsewhere = async (
  { name, from, descriptor, version }: Elsewhere,
  here: string,
): Promise<App> => {
  if (name !== SHELL && descriptor === undefined)
    throw new UsageError(
      `Say which file describes ${name}: pnpm portal publish ${name} --from ${from} --descriptor remote.json`,
    );
  const file = descriptor && resolve(here, descriptor);
  const baseVersion = version ?? (file && (await packageVersion(dirname(file))));
  if (!baseVersion) throw new UsageError(`Say which version of ${name} this is: --version 1.4.0`);
  return {
    name,
    baseVersion,
    directory: resolve(here, from),
    ...(file && { descriptor: await readDescriptor(file) }),
  };
};
