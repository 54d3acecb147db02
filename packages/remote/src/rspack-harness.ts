import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Configuration } from '@rspack/core';
import { HARNESS_MAIN } from './harness-main';
import { base } from './rspack';

const directory = process.cwd();
const common = base(directory);

// mockServiceWorker.js comes from the remote's own msw, so that worker and library have the same version.
const worker = createRequire(join(directory, 'package.json')).resolve('msw/mockServiceWorker.js');

/** Runs one remote without shell, server and federation, on Rspack's dev server. */
const harness: Configuration = {
  ...common,
  entry: `data:text/javascript,${encodeURIComponent(HARNESS_MAIN)}`,
  devtool: 'cheap-module-source-map',
  output: { ...common.output, filename: '[name].js', publicPath: '/' },
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
