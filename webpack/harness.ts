import type { Configuration } from 'webpack';
import 'webpack-dev-server';
import { base } from './base';

const PAGE = `${import.meta.dirname}/page`;

/**
 * Runs one remote alone, without shell, server and federation: its `dev/main.tsx` on webpack's dev server, which picks a
 * free port, prints its address, and reloads after each change.
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
      // Serve mockServiceWorker.js of the app's own msw, so that worker and library match.
      static: [
        { directory: PAGE, watch: false },
        { directory: `${directory}/node_modules/msw/lib`, watch: false },
      ],
      historyApiFallback: true,
      client: { overlay: { errors: true, warnings: false, runtimeErrors: false } },
    },
  };
};
