import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Compiler, WebpackPluginInstance } from 'webpack';

/** What `portalRemote()` takes. */
export interface RemoteOptions {
  /** The folder with `remote.json`; default: the current one. */
  directory?: string;
  /** Publishes each build with `portal publish` of the remote's `@portal/cli`, but not while the bundler watches. */
  publish?: boolean;
}

/** Runs `portal publish` on the files in `output`. @throws if it fails, after it has said why */
export const publishBuild = async (directory: string, output: string): Promise<void> => {
  const command = createRequire(join(directory, 'package.json')).resolve('@portal/cli/process');
  const publication = spawn(process.execPath, [...process.execArgv, command, 'publish', output], {
    cwd: directory,
    stdio: 'inherit',
  });
  const [code] = (await once(publication, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`portal publish failed with exit code ${code}.`);
};

/** Publishes a build of webpack or Rspack. */
export const publication = (directory: string): WebpackPluginInstance => ({
  apply(compiler: Compiler) {
    compiler.hooks.done.tapPromise('publish-build', async (stats) => {
      if (!compiler.watchMode && !stats.hasErrors()) await publishBuild(directory, compiler.outputPath);
    });
  },
});
