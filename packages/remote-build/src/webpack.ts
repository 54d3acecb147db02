import { createRequire } from 'node:module';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import webpack, { type Configuration } from 'webpack';
import type {} from 'webpack-dev-server';
import { webpackBase } from './webpack-base';
import { buildIdentity, containerName } from './build-identity';
import { localDevServer } from './build-settings';
import { descriptorTexts, readOwnDescriptor } from './descriptor';
import { fastRefresh } from './fast-refresh';
import { publication, type RemoteOptions } from './publish-build';
import { containerOptions, ownRouter, PARTLY_SHARED, withSharedParts } from './shared-parts';

const require = createRequire(import.meta.url);

export { integrity } from './integrity';

/**
 * The federation plugin (2.9.2) takes a shared library without a fallback for CommonJS where the importing file is
 * strictly an ECMAScript module: `import axios` would be axios's namespace there.
 */
const notStrict = { test: /\.js$/, type: 'javascript/auto' };

/** Configures a remote: a container that exposes `./remote` and shares the shell's singletons. */
export const portalRemote = ({
  directory = process.cwd(),
  publish = false,
}: RemoteOptions = {}): Configuration => {
  const descriptor = readOwnDescriptor(directory);
  const { name } = descriptor;
  const common = webpackBase(directory);
  const globalName = containerName(name);
  return {
    ...common,
    entry: {},
    output: { ...common.output, uniqueName: globalName },
    // One file for the exposed module; lazy imports are still split off.
    optimization: { ...common.optimization, splitChunks: false, emitOnErrors: false },
    resolve: { ...common.resolve, alias: ownRouter },
    module: { ...common.module, rules: [...(common.module?.rules ?? []), notStrict] },
    devServer: localDevServer(descriptor),
    // The federation plugin warns of `publicPath: 'auto'`, which is meant.
    infrastructureLogging: { level: 'error' },
    plugins: [
      ...(common.plugins ?? []),
      new webpack.NormalModuleReplacementPlugin(PARTLY_SHARED, withSharedParts),
      new ModuleFederationPlugin({
        ...containerOptions(globalName),
        virtualRuntimeEntry: true,
      }),
      descriptorTexts(directory, descriptor),
      fastRefresh(name, directory, () => require.resolve('swc-loader')),
      buildIdentity(globalName),
      publish && publication(directory),
    ],
  };
};
