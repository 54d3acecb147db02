import type { Configuration } from 'webpack';
import 'webpack-dev-server';
import { base } from './base';
import { HARNESS_MAIN } from './harness-main';

const PAGE = `${import.meta.dirname}/../page`;

const directory = process.cwd();
const common = base(directory);

/**
 * Runs one remote without shell, server and federation, on webpack's dev server. It prints
 * its address, takes the next free port if another remote is running, and reloads after a change.
 */
const harness: Configuration = {
  ...common,
  name: 'harness',
  entry: `data:text/javascript,${encodeURIComponent(HARNESS_MAIN)}`,
  devtool: 'cheap-module-source-map',
  output: { ...common.output, filename: '[name].js', chunkFilename: '[name].js', publicPath: '/' },
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
