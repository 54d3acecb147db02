import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import {
  NormalModuleReplacementPlugin,
  SubresourceIntegrityPlugin,
  type Compiler,
  type Configuration,
  type RspackPluginInstance,
} from '@rspack/core';
import { nameBySources } from './build-identity';
import { assets, cssModules, localDevServer, NO_WORKERS, resolveIn, VARIABLES } from './build-settings';
import { descriptorTexts, readOwnDescriptor } from './descriptor';
import { fastRefresh } from './fast-refresh';
import { publication, type RemoteOptions } from './publish-build';
import { containerOptions, ownRouter, PARTLY_SHARED, withSharedParts } from './shared-parts';

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

/** `import.meta.env`, as webpack and Vite have it. */
const importMetaEnv = (directory: string): RspackPluginInstance => ({
  apply(compiler: Compiler) {
    const { mode = 'production' } = compiler.options;
    const files = ['.env', '.env.local', `.env.${mode}`, `.env.${mode}.local`].map((file) =>
      join(directory, file),
    );
    const texts = files.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'));
    const variables = Object.entries({ ...parseEnv(texts.join('\n')), ...process.env });
    const env = {
      ...Object.fromEntries(variables.filter(([name]) => name.startsWith(VARIABLES))),
      ...{ MODE: mode, DEV: mode === 'development', PROD: mode === 'production' },
    };
    new compiler.rspack.DefinePlugin({ 'import.meta.env': JSON.stringify(env) }).apply(compiler);
  },
});

/** The common base of container and harness: how sources are compiled. */
export const rspackBase = (directory: string): Configuration => ({
  context: directory,
  target: ['web', 'es2022'],
  output: { clean: true, publicPath: 'auto' },
  // The page of a portal elsewhere could not request what is compiled later.
  lazyCompilation: false,
  resolve: resolveIn(directory, 'tsConfig'),
  // `portal publish` has a budget of its own.
  performance: false,
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
  plugins: [importMetaEnv(directory)],
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
      ...(common.plugins ?? []),
      // Bundles names of react-router that the shell does not share.
      new NormalModuleReplacementPlugin(PARTLY_SHARED, withSharedParts),
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
