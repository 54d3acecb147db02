import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Build } from '@portal/contract';
import { webpackBase } from '@portal/remote-build/webpack-base';
import { buildIdentity, containerName } from '@portal/remote-build/build-identity';
import { FAST_REFRESH } from '@portal/remote-build/fast-refresh';
import { federation, provided } from '@portal/remote-build';
import router from 'react-router/package.json' with { type: 'json' };
import webpack, { type Compiler, type Configuration, type WebpackPluginInstance } from 'webpack';

const require = createRequire(import.meta.url);

/**
 * Keeps the core of the federation's runtime in a global for all remotes. `experiments.provideExternalRuntime` would
 * resolve the plugin's CommonJS file, and bundle the core twice.
 */
const EXTERNAL_RUNTIME = fileURLToPath(
  import.meta.resolve('@module-federation/inject-external-runtime-core-plugin'),
);

/** Shares only some names of each package: packages/remote-build/src/shared/react-router.ts. */
const curatedRouter = Object.fromEntries(
  ['react-router', 'react-router-dom'].map((name) => [
    require.resolve(`@portal/remote-build/shared/${name}`),
    { shareKey: name, version: router.version, eager: true },
  ]),
);

/** Leaves out axios's `fetch` adapter: axios prefers XMLHttpRequest, which every browser has. */
const withoutFetchAdapter = (): WebpackPluginInstance =>
  new webpack.NormalModuleReplacementPlugin(
    /^\.\/fetch\.js$/,
    (resource: { context: string; request: string }) => {
      if (/axios\/lib\/adapters$/.test(resource.context))
        resource.request = `${import.meta.dirname}/shared/axios-fetch.ts`;
    },
  );

/** Loads what positions MUI's tooltips with the first that opens. */
const withLaterPopper = (): WebpackPluginInstance =>
  new webpack.NormalModuleReplacementPlugin(
    /^\.\.\/Popper\/index\.mjs$/,
    (resource: { context: string; request: string }) => {
      if (/@mui\/material\/Tooltip$/.test(resource.context))
        resource.request = `${import.meta.dirname}/../packages/theme/src/tooltip-popper.tsx`;
    },
  );

/** Leaves out the package that copies a component's statics, for Emotion's `withTheme` alone. */
const withoutStatics = (): WebpackPluginInstance =>
  new webpack.NormalModuleReplacementPlugin(
    /^hoist-non-react-statics$/,
    'data:text/javascript,export default (component) => component',
  );

/** In development, lets edits of remotes replace components in the page, which keep their state. */
const replacing = (): WebpackPluginInstance => ({
  apply(compiler: Compiler) {
    // Without a name, it comes first in the entry: before React DOM.
    if (compiler.options.mode === 'development')
      new webpack.EntryPlugin(compiler.context, FAST_REFRESH, {}).apply(compiler);
  },
});

/** Writes the shell's `build.json`: the entry, and the chunks that the sign-in needs. */
const buildManifest = (): WebpackPluginInstance => ({
  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('build-manifest', (compilation) => {
      compilation.hooks.processAssets.tap('build-manifest', () => {
        const groups = compilation.chunkGroups.filter(({ name }) => name === 'forms' || name === 'menu-item');
        const scripts = groups
          .flatMap((group) => group.getFiles())
          .filter((file) => file.endsWith('.js') && !file.includes('.hot-update.'));
        const build: Build = {
          entry: 'shell.js',
          format: 'script',
          preload: [...new Set(scripts)],
          styles: [],
        };
        const { RawSource } = compiler.webpack.sources;
        compilation.emitAsset('build.json', new RawSource(JSON.stringify(build, null, 2)));
      });
    });
  },
});

/** Configures the shell: one bundle with the shared libraries, without names or addresses of remotes. */
export const shell = (directory: string): Configuration => {
  const common = webpackBase(directory);
  // A shell that fails stays in the page beside its fallback.
  const uniqueName = containerName('shell');
  return {
    ...common,
    entry: { shell: './src/main.tsx' },
    // The next configuration builds embed.js into this folder.
    output: { ...common.output, uniqueName, clean: { keep: /^embed\.js/ } },
    plugins: [
      ...(common.plugins ?? []),
      replacing(),
      withoutFetchAdapter(),
      withoutStatics(),
      withLaterPopper(),
      new ModuleFederationPlugin({
        name: uniqueName,
        shared: { ...provided, ...curatedRouter },
        manifest: false,
        ...federation,
        runtimePlugins: [EXTERNAL_RUNTIME, require.resolve('@portal/remote-build/own-instance')],
      }),
      buildManifest(),
      buildIdentity(uniqueName),
    ],
  };
};

/**
 * Configures `embed.js`, a file of the shell's release, in a build of its own: the federation plugin adds its runtime to
 * every entry.
 */
export const embed = (directory: string): Configuration => {
  const common = webpackBase(directory);
  return {
    ...common,
    name: 'embed',
    entry: { embed: '../embed/src/main.ts' },
    output: { ...common.output, clean: false },
    cache: { type: 'memory' },
  };
};
