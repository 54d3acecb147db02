import { createRequire } from 'node:module';
import CompressionPlugin from 'compression-webpack-plugin';
import TerserPlugin from 'terser-webpack-plugin';
import type { Configuration } from 'webpack';
import { integrity } from './integrity';
import { retryQuery } from './retry-query';

// An app does not depend on the loaders itself, so that they are found from here.
const require = createRequire(import.meta.url);

const configurationFiles = (directory: string): string[] => [
  `${import.meta.dirname}/`,
  `${import.meta.dirname}/../tsconfig.base.json`,
  `${import.meta.dirname}/../tsconfig.browser.json`,
  `${directory}/tsconfig.json`,
  `${directory}/webpack.config.ts`,
];

/** Part of every app's configuration; `mode` is webpack's own command-line flag. */
export const base = (directory: string): Configuration => ({
  context: directory,
  target: ['web', 'es2022'],
  devtool: 'hidden-source-map',
  output: {
    path: `${directory}/dist`,
    clean: true,
    publicPath: 'auto',
    // Without a hash of their content: every version has a folder of its own.
    filename: '[name].js',
    chunkFilename: '[name].js',
    crossOriginLoading: 'anonymous',
    // webpack's own limit is 120 s: too long to look at a skeleton.
    chunkLoadTimeout: 15_000,
  },
  resolve: { extensions: ['.tsx', '.ts', '.js'] },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        loader: require.resolve('ts-loader'),
        // Types are checked once for the whole workspace, by `pnpm check`.
        options: {
          transpileOnly: true,
          configFile: `${directory}/tsconfig.json`,
          compilerOptions: { noEmit: false },
        },
      },
      { test: /\.js$/, resolve: { fullySpecified: false } },
    ],
    // `import classes from './screen.module.css'`: their names are apart for every remote, and for two versions of one.
    parser: { 'css/auto': { namedExports: false } },
    generator: { 'css/auto': { localIdentName: '[uniqueName]-[id]-[local]' } },
  },
  optimization: {
    // Scripts by swc, which is faster; webpack's own for what is left: styles.
    minimizer: [new TerserPlugin({ minify: TerserPlugin.swcMinify, extractComments: false }), '...'],
  },
  plugins: [
    integrity(),
    retryQuery(),
    // Files never change once published, so that they are compressed once, here, and as well as possible.
    new CompressionPlugin({ algorithm: 'brotliCompress', filename: '[path][base].br', test: /\.(js|css)$/ }),
  ],
  performance: false,
  stats: { preset: 'summary', errors: true, warnings: true },
  cache: {
    type: 'filesystem',
    cacheDirectory: `${directory}/node_modules/.cache/webpack`,
    // What changes the outcome without being imported by any module.
    buildDependencies: { config: configurationFiles(directory) },
  },
});
