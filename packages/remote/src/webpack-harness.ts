import { createRequire } from 'node:module';
import type { Configuration } from 'webpack';
import 'webpack-dev-server';
import { base } from './base';
import { FAST_REFRESH, fastRefreshRule } from './fast-refresh';
import { HARNESS_MAIN } from './harness-main';

const PAGE = `${import.meta.dirname}/../page`;

const directory = process.cwd();
const common = base(directory);
const swcLoader = createRequire(import.meta.url).resolve('swc-loader');

/**
 * Runs one remote without shell, server and federation, on webpack's dev server. It prints its address, and takes the next
 * free port if another remote is running. An edit replaces components in the page, which keep their state.
 */
const harness: Configuration = {
  ...common,
  name: 'harness',
  entry: [FAST_REFRESH, `data:text/javascript,${encodeURIComponent(HARNESS_MAIN)}`],
  devtool: 'cheap-module-source-map',
  // The page keeps the last code without errors: to run code with a syntax error would reload it.
  optimization: { ...common.optimization, emitOnErrors: false },
  output: { ...common.output, filename: '[name].js', chunkFilename: '[name].js', publicPath: '/' },
  module: {
    ...common.module,
    rules: [...(common.module?.rules ?? []), fastRefreshRule('remote', directory, swcLoader)],
  },
  devServer: {
    host: '127.0.0.1',
    port: 'auto',
    static: [
      { directory: PAGE, watch: false },
      // mockServiceWorker.js comes from the app's own msw, so that worker and library have the same version.
      { directory: `${directory}/node_modules/msw/lib`, watch: false },
    ],
    historyApiFallback: true,
    client: { overlay: { errors: true, warnings: false, runtimeErrors: false } },
  },
};

export default harness;
