import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { TRUSTED_TYPES_FILE, TRUSTED_TYPES_POLICIES } from '@portal/contract';
import CompressionPlugin from 'compression-webpack-plugin';
import TerserPlugin from 'terser-webpack-plugin';
import webpack, { type Compiler, type Configuration, type WebpackPluginInstance } from 'webpack';
import { filesIn } from './build-identity';
import { assets, cssModules, resolveIn, VARIABLES } from './build-settings';
import { integrity } from './integrity';
import { retryQuery } from './retry-query';

// Resolve loaders from here: the apps don't depend on them.
const require = createRequire(import.meta.url);

/** Only strips types: the compiler checks them separately. */
const typescript = {
  loader: require.resolve('ts-loader'),
  options: {
    transpileOnly: true,
    // The overlay of the dev server would show colors by inline styles, which the page's policy blocks.
    colors: false,
    // One for all apps: their own are for editors.
    configFile: join(import.meta.dirname, '../tsconfig.build.json'),
  },
};

/** Gives modules and exports the shortest names, because no other build refers to them. */
const shortestNames = (): WebpackPluginInstance => ({
  apply({ options: { mode, optimization } }: Compiler) {
    if (mode === 'production') Object.assign(optimization, { moduleIds: 'size', mangleExports: 'size' });
  },
});

/** Tells browsers to compile a script's functions while it downloads (Chrome's explicit compile hints). */
const compiledEarly = (): WebpackPluginInstance =>
  new webpack.BannerPlugin({
    banner: '//# allFunctionsCalledOnLoad',
    raw: true,
    // In a style sheet, the hint would swallow the first rule.
    test: /\.js$/,
    // The minifier removes comments.
    stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
  });

/** Marks a build that works on pages that require Trusted Types: `output.trustedTypes` below. */
const trustedTypes = (): WebpackPluginInstance => ({
  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('trusted-types', (compilation) => {
      compilation.hooks.processAssets.tap('trusted-types', () => {
        const note =
          'This build works on pages that require Trusted Types: docs/security.md#trusted-types.\n';
        compilation.emitAsset(TRUSTED_TYPES_FILE, new compiler.webpack.sources.RawSource(note));
      });
    });
  },
});

/** Published files never change: compress them once, at the highest level. That is slow, so only in production. */
const compressed = (): WebpackPluginInstance => ({
  apply(compiler: Compiler) {
    if (compiler.options.mode === 'production')
      new CompressionPlugin({
        algorithm: 'brotliCompress',
        filename: '[path][base].br',
        test: /\.(js|css)$/,
      }).apply(compiler);
  },
});

const LOCK_FILES = ['pnpm-lock.yaml', 'package-lock.json', 'yarn.lock'];

/** The lock files of the nearest folder upwards that has one: a repository may contain several apps. */
const lockFilesAbove = (folder: string): string[] => {
  const here = LOCK_FILES.map((name) => `${folder}/${name}`).filter((file) => existsSync(file));
  return here.length > 0 || dirname(folder) === folder ? here : lockFilesAbove(dirname(folder));
};

/** The hash of what affects a build without being imported: configuration, descriptor, versions of packages. */
const configurationHash = (directory: string): string => {
  const hash = createHash('sha256');
  const folders = [import.meta.dirname, directory];
  for (const file of [...folders.flatMap((folder) => filesIn(folder)), ...lockFilesAbove(directory)])
    hash.update(readFileSync(file));
  return hash.digest('hex');
};

/** The base of every app's configuration; `mode` comes from webpack's command line. */
export const webpackBase = (directory: string): Configuration => ({
  context: directory,
  // Every listed browser reads this syntax; so does tsconfig.build.json.
  target: ['web', 'es2022'],
  devtool: 'hidden-source-map',
  output: {
    path: `${directory}/dist`,
    clean: true,
    publicPath: 'auto',
    // No content hashes: every version has its own folder.
    filename: '[name].js',
    chunkFilename: '[name].js',
    crossOriginLoading: 'anonymous',
    // An embedding page may have replaced `Object` with a version that lacks `hasOwn`.
    environment: { hasOwn: false },
    // Chunks load by script elements. Continue, because an embedding page's policy may not list this name.
    trustedTypes: { policyName: TRUSTED_TYPES_POLICIES.script, onPolicyCreationFailure: 'continue' },
    // webpack's default is 120 s: too long to look at a skeleton.
    chunkLoadTimeout: 15_000,
  },
  resolve: resolveIn(directory, 'tsconfig'),
  dotenv: { prefix: VARIABLES, dir: directory },
  module: {
    rules: [
      { test: /\.tsx?$/, ...typescript },
      { test: /\.js$/, resolve: { fullySpecified: false } },
      ...assets,
    ],
    ...cssModules,
    // As in Vite and Rspack, an import of what a module lacks is no warning.
    parser: { ...cssModules.parser, javascript: { exportsPresence: 'error' } },
  },
  optimization: {
    // swc minifies scripts faster; `...` keeps webpack's own minimizer for styles.
    minimizer: [
      new TerserPlugin({
        minify: TerserPlugin.swcMinify,
        // swc has threads of its own; a process for each core takes longer to start than it saves.
        parallel: false,
        extractComments: false,
        terserOptions: { compress: { passes: 3 } },
      }),
      '...',
    ],
  },
  plugins: [shortestNames(), compiledEarly(), trustedTypes(), integrity(), retryQuery(), compressed()],
  performance: false,
  stats: { preset: 'summary', errors: true, warnings: true },
  cache: {
    type: 'filesystem',
    cacheDirectory: `${directory}/node_modules/.cache/webpack`,
    version: configurationHash(directory),
    buildDependencies: { defaultWebpack: [] },
  },
});
