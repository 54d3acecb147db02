import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import {
  NormalModuleReplacementPlugin,
  SubresourceIntegrityPlugin,
  type Compiler,
  type Configuration,
  type RspackPluginInstance,
} from '@rspack/core';
import { nameBySources } from './build-identity';
import { assets, cssModules, localDevServer, NO_WORKERS } from './build-settings';
import { descriptorTexts, readOwnDescriptor } from './descriptor';
import { fastRefresh } from './fast-refresh';
import { publication, type RemoteOptions } from './publish-build';
import { containerOptions, ownRouter, ROUTER, withOwnRouter } from './router';

/** Refuses a build with a worker, which has an entry of its own: a container is the only one. */
const withoutWorkers: RspackPluginInstance = {
  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('without-workers', (compilation) => {
      compilation.hooks.afterSeal.tapPromise('without-workers', async () => {
        const entries = [...compilation.chunks].filter((chunk) => chunk.hasRuntime());
        if (entries.length > compilation.entrypoints.size)
          compilation.errors.push(new compiler.rspack.WebpackError(NO_WORKERS));
      });
    });
  },
};

/** The common base of container and harness: how sources are compiled. */
export const rspackBase = (directory: string): Configuration => ({
  context: directory,
  target: ['web', 'es2022'],
  output: { clean: true, publicPath: 'auto' },
  // The page of a portal elsewhere could not request what is compiled later.
  lazyCompilation: false,
  resolve: { extensions: ['.tsx', '.ts', '.js'] },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        loader: 'builtin:swc-loader',
        options: {
          jsc: {
            parser: { syntax: 'typescript', tsx: true },
            target: 'es2022',
            // The shell shares React's runtime for production, as in tsconfig.build.json.
            transform: { react: { runtime: 'automatic', development: false } },
          },
        },
      },
      { test: /\.css$/, type: 'css/auto' },
      ...assets,
    ],
    ...cssModules,
  },
});

/** Configures a remote: a container that exposes `./remote` and shares the shell's singletons. */
export const portalRemote = ({
  directory = process.cwd(),
  publish = false,
}: RemoteOptions = {}): Configuration => {
  const descriptor = readOwnDescriptor(directory);
  const remote = descriptor.name;
  const name = nameBySources(remote, directory);
  const common = rspackBase(directory);
  return {
    ...common,
    entry: {},
    // `portal publish` keeps the maps beside the version: customers never get them.
    devtool: 'hidden-source-map',
    output: { ...common.output, uniqueName: name, crossOriginLoading: 'anonymous' },
    resolve: { ...common.resolve, alias: ownRouter },
    optimization: { splitChunks: false, emitOnErrors: false },
    // The federation plugin warns of `publicPath: 'auto'`, which is meant.
    infrastructureLogging: { level: 'error' },
    devServer: localDevServer(descriptor),
    plugins: [
      // Bundles names of react-router that the shell does not share.
      new NormalModuleReplacementPlugin(ROUTER, withOwnRouter),
      new ModuleFederationPlugin(containerOptions(name)),
      // The entry pins every chunk; the release document pins the entry.
      new SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'] }),
      withoutWorkers,
      descriptorTexts(directory, descriptor),
      fastRefresh(remote, directory, () => 'builtin:swc-loader'),
      publish && publication(directory),
    ],
  };
};
