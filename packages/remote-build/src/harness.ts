import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cssModules } from './build-settings';
import { FAST_REFRESH } from './fast-refresh';
import { TYPE_ERRORS, typeErrors } from './type-errors';

/** The entry of every remote's harness. Bundlers resolve its imports, with their extensions, in the remote's folder. */
export const HARNESS_MAIN = `
import { runAlone } from '@portal/harness';
import { handlers } from './dev/mocks.ts';
import descriptor from './remote.json';
import remote from './src/remote.ts';
void runAlone(remote, descriptor, handlers);
`;

/** The remote's own service worker of MSW, so that worker and library have the same version. */
export const workerIn = (directory: string): string =>
  createRequire(join(directory, 'package.json')).resolve('msw/mockServiceWorker.js');

/** No page links the styles of a remote that runs alone: its script adds them. */
export const INJECTED_STYLES = { ...cssModules.parser['css/auto'], exportType: 'style' as const };

/** Reads the remote's own configuration of a bundler, for its rules and aliases. A file may be absent, or export a function. */
export const readConfiguration = async <Configuration>(
  directory: string,
  bundler: 'webpack' | 'rspack',
): Promise<Partial<Configuration>> => {
  const files = ['js', 'mjs', 'ts'].map((ending) => join(directory, `${bundler}.config.${ending}`));
  const file = files.find((path) => existsSync(path));
  if (file === undefined) return {};
  // The bundler itself checks it, when it builds the remote.
  const module = (await import(pathToFileURL(file).href)) as { default: Configuration };
  return module.default;
};

/** The settings of webpack and Rspack that run one remote without shell, server and federation. */
export const harnessSettings = (directory: string) => ({
  entry: [FAST_REFRESH, `data:text/javascript,${encodeURIComponent(HARNESS_MAIN)}`],
  devtool: 'cheap-module-source-map' as const,
  // The page keeps the last code without errors: to run code with a syntax error would reload it.
  optimization: { emitOnErrors: false },
  devServer: {
    host: '127.0.0.1',
    // Takes the next free port if another remote is running.
    port: 'auto' as const,
    static: [
      { directory: join(import.meta.dirname, '../page'), watch: false },
      { directory: dirname(workerIn(directory)), watch: false },
    ],
    historyApiFallback: true,
    setupMiddlewares: <Middleware>(middlewares: Middleware[]) => [
      { name: 'type-errors', path: TYPE_ERRORS, middleware: typeErrors(directory) },
      ...middlewares,
    ],
    client: {
      // The address of the page, which may be `localhost`.
      webSocketURL: 'auto://0.0.0.0:0/ws',
      overlay: { errors: true, warnings: false, runtimeErrors: false },
    },
  },
});
