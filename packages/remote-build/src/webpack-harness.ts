import { createRequire } from 'node:module';
import type { Configuration } from 'webpack';
import 'webpack-dev-server';
import { webpackBase } from './webpack-base';
import { fastRefreshRule } from './fast-refresh';
import { harnessSettings } from './harness';

const directory = process.cwd();
const common = webpackBase(directory);
const settings = harnessSettings(directory);
const swcLoader = createRequire(import.meta.url).resolve('swc-loader');

/** Runs one remote on webpack's dev server. An edit replaces components in the page, which keep their state. */
const harness: Configuration = {
  ...common,
  ...settings,
  name: 'harness',
  optimization: { ...common.optimization, ...settings.optimization },
  output: { ...common.output, filename: '[name].js', chunkFilename: '[name].js', publicPath: '/' },
  module: {
    ...common.module,
    rules: [...(common.module?.rules ?? []), fastRefreshRule('remote', directory, swcLoader)],
  },
  devServer: {
    ...settings.devServer,
    client: { overlay: { errors: true, warnings: false, runtimeErrors: false } },
  },
};

export default harness;
