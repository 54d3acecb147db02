import TerserPlugin from 'terser-webpack-plugin';
import type { Configuration } from 'webpack';

/** Part of every app's configuration; `mode` is webpack's own command-line flag. */
export const base = (directory: string): Configuration => ({
  context: directory,
  target: ['web', 'es2022'],
  devtool: 'source-map',
  output: {
    path: `${directory}/dist`,
    clean: true,
    publicPath: 'auto',
    filename: '[name].[contenthash:8].js',
    chunkFilename: '[name].[contenthash:8].js',
    crossOriginLoading: 'anonymous',
    // webpack's own limit is 120 s: too long to look at a skeleton.
    chunkLoadTimeout: 15_000,
  },
  resolve: { extensions: ['.tsx', '.ts', '.js'] },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        loader: 'ts-loader',
        // Types are checked once for the whole workspace, by `pnpm check`.
        options: {
          transpileOnly: true,
          configFile: `${directory}/tsconfig.json`,
          compilerOptions: { noEmit: false },
        },
      },
      { test: /\.js$/, resolve: { fullySpecified: false } },
    ],
  },
  optimization: {
    minimizer: [new TerserPlugin({ minify: TerserPlugin.swcMinify, extractComments: false })],
  },
  performance: false,
  cache: { type: 'filesystem', cacheDirectory: `${directory}/node_modules/.cache/webpack` },
});
