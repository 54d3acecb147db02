import type { Descriptor } from '@portal/contract';
import webpack, { type Configuration } from 'webpack';
import type { Configuration as DevServerConfiguration } from 'webpack-dev-server';
import { base } from './base';
import { buildIdentity, containerName } from './build-identity';
import { buildManifest } from './build-manifest';
import { consumedRouter, ownRouter, ROUTER, withOwnRouter } from './router';
import { consumed } from './sharing';

const EXPOSED = 'remote';

/**
 * Serves a remote from the developer's machine for a portal elsewhere: its page loads the remote from here, and reloads
 * after each change.
 */
const localServer = (name: string): DevServerConfiguration => ({
  host: '127.0.0.1',
  port: 3002,
  hot: false,
  liveReload: true,
  static: false,
  // The page belongs to a portal with an unknown address.
  allowedHosts: 'all',
  headers: { 'access-control-allow-origin': '*', 'cache-control': 'no-store' },
  client: { webSocketURL: { protocol: 'ws', hostname: 'localhost' }, overlay: false },
  onListening: ({ options: { port } }) => {
    const address = `/?preview=${name}@http://localhost:${port}`;
    process.stdout.write(
      `In a portal that runs with ALLOW_LOCAL_REMOTES=true, open ${address}\nOn this machine: http://localhost:3000${address}\n`,
    );
  },
});

/**
 * Configures a remote: a container that exposes `./remote` and shares the shell's singletons.
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
    // One file for the exposed module; lazy imports are still split off.
    optimization: { ...common.optimization, splitChunks: false },
    resolve: { ...common.resolve, alias: ownRouter },
    devServer: localServer(name),
    plugins: [
      ...(common.plugins ?? []),
      new webpack.NormalModuleReplacementPlugin(ROUTER, withOwnRouter),
      new webpack.container.ModuleFederationPlugin({
        name: globalName,
        filename: 'remoteEntry.js',
        exposes: { './remote': { import: './src/remote', name: EXPOSED } },
        shared: { ...consumed, ...consumedRouter },
      }),
      buildManifest({ entry: globalName, first: [EXPOSED], isRemote: true }),
      buildIdentity(globalName),
    ],
  };
};
