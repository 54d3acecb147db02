import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Descriptor } from '@portal/contract';
import type { Configuration } from 'webpack';
import 'webpack-dev-server';
import { base } from './base';
import { buildIdentity, containerName } from './build-identity';
import { buildManifest } from './build-manifest';
import { localServer } from './local-server';
import { consumed } from './sharing';

const EXPOSED = 'remote';

/**
 * A remote: a container that exposes `./remote` and takes what it shares from the shell.
 * @param directory the app's folder, with `src/remote.ts` in it
 * @param descriptor the content of the app's `remote.json`
 */
export const remote = (directory: string, { name }: Pick<Descriptor, 'name'>): Configuration => {
  const common = base(directory);
  const globalName = containerName(name);
  return {
    ...common,
    entry: {},
    output: { ...common.output, uniqueName: globalName },
    // One file for the exposed module; what it imports lazily is still split off.
    optimization: { ...common.optimization, splitChunks: false },
    devServer: localServer(name),
    plugins: [
      ...(common.plugins ?? []),
      new ModuleFederationPlugin({
        name: globalName,
        filename: 'remoteEntry.js',
        exposes: { './remote': { import: './src/remote', name: EXPOSED } },
        shared: consumed,
        shareStrategy: 'loaded-first',
        manifest: false,
        dts: false,
        experiments: {
          // The container runs on the runtime that the shell has loaded already.
          externalRuntime: true,
          optimization: { target: 'web', disableSnapshot: true, disableRemote: true },
        },
      }),
      buildManifest({ entry: globalName, exposed: EXPOSED }),
      buildIdentity(globalName),
    ],
  };
};
