import type { Configuration } from 'webpack';
import 'webpack-dev-server';
import { base } from './base';

const PAGE = `${import.meta.dirname}/page`;

/**
 * One remote alone, without shell, server and federation: its own `dev/main.tsx` on webpack's dev server, which
 * prints its address, takes the next free port when another remote is running, and reloads after a change.
 * @param directory the app's folder
 */
export const harness = (directory: string): Configuration => {
  const common = base(directory);
  return {
    ...common,
    name: 'harness',
    entry: './dev/main.tsx',
    devtool: 'cheap-module-source-map',
    output: { ...common.output, filename: '[name].js', chunkFilename: '[name].js', publicPath: '/' },
    devServer: {
      host: '127.0.0.1',
      port: 'auto',
      // mockServiceWorker.js is taken from the app's own msw, so that worker and library are of one version.
      static: [
        { directory: PAGE, watch: false },
        { directory: `${directory}/node_modules/msw/lib`, watch: false },
      ],
      historyApiFallback: true,
      client: { overlay: { errors: true, warnings: false, runtimeErrors: false } },
    },
  };
};
