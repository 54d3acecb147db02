import type { Configuration } from '@rspack/core';
import { fastRefreshRule } from './fast-refresh';
import { harnessSettings, INJECTED_STYLES, readConfiguration } from './harness';
import { rspackBase } from './rspack';

const directory = process.cwd();
const common = rspackBase(directory);
const { module = common.module, resolve = common.resolve } = await readConfiguration<Configuration>(
  directory,
  'rspack',
);

/** Runs one remote on Rspack's dev server, like webpack-harness.ts. */
const harness: Configuration = {
  ...common,
  ...harnessSettings(directory),
  // Keep the updates of earlier builds: a page may request one after the next build.
  output: { ...common.output, clean: false, filename: '[name].js', publicPath: '/' },
  ...(resolve && { resolve }),
  module: {
    ...module,
    parser: { 'css/auto': INJECTED_STYLES },
    rules: [...(module?.rules ?? []), fastRefreshRule('remote', directory, 'builtin:swc-loader')],
  },
};

export default harness;
