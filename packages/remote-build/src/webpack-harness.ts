import { createRequire } from 'node:module';
import type { Configuration } from 'webpack';
import 'webpack-dev-server';
import { webpackBase } from './webpack-base';
import { fastRefreshRule } from './fast-refresh';
import { harnessSettings, INJECTED_STYLES, readConfiguration } from './harness';

const directory = process.cwd();
const common = webpackBase(directory);
const { module = common.module, resolve = common.resolve } = await readConfiguration<Configuration>(
  directory,
  'webpack',
);
const settings = harnessSettings(directory);
const swcLoader = createRequire(import.meta.url).resolve('swc-loader');

/** Runs one remote on webpack's dev server. An edit replaces components in the page, which keep their state. */
const harness: Configuration = {
  ...common,
  ...settings,
  name: 'harness',
  optimization: { ...common.optimization, ...settings.optimization },
  output: { ...common.output, filename: '[name].js', chunkFilename: '[name].js', publicPath: '/' },
  ...(resolve && { resolve }),
  module: {
    ...module,
    parser: { 'css/auto': INJECTED_STYLES },
    rules: [...(module?.rules ?? []), fastRefreshRule('remote', directory, swcLoader)],
  },
};

export default harness;
