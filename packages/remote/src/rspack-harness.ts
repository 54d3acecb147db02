import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Configuration } from '@rspack/core';
import { FAST_REFRESH, fastRefreshRule } from './fast-refresh';
import { HARNESS_MAIN } from './harness-main';
import { base } from './rspack';

const directory = process.cwd();
const common = base(directory);

// mockServiceWorker.js comes from the remote's own msw, so that worker and library have the same version.
const worker = createRequire(join(directory, 'package.json')).resolve('msw/mockServiceWorker.js');

/** Runs one remote without shell, server and federation, on Rspack's dev server, like webpack-harness.ts. */
const harness: Configuration = {
  ...common,
  entry: [FAST_REFRESH, `data:text/javascript,${encodeURIComponent(HARNESS_MAIN)}`],
  devtool: 'cheap-module-source-map',
  // The page keeps the last code without errors: to run code with a syntax error would reload it.
  optimization: { ...common.optimization, emitOnErrors: false },
  // Keep the updates of earlier builds: a page may request one after the next build.
  output: { ...common.output, clean: false, filename: '[name].js', publicPath: '/' },
  module: {
    ...common.module,
    rules: [...(common.module?.rules ?? []), fastRefreshRule('remote', directory, 'builtin:swc-loader')],
  },
  devServer: {
    host: '127.0.0.1',
    port: 'auto',
    static: [
      { directory: join(import.meta.dirname, '../page'), watch: false },
      { directory: dirname(worker), watch: false },
    ],
    historyApiFallback: true,
  },
};

export default harness;
