import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** A module that must run before React. Put it first in the entry of the shell, or of a remote that runs alone. */
export const FAST_REFRESH = require.resolve('@portal/remote/fast-refresh-runtime');

/** A rule, in development, that replaces edited components in the page and keeps their state. */
export const fastRefreshRule = (app: string, directory: string, swcLoader: string) => ({
  test: /\.tsx?$/,
  exclude: [/node_modules/, FAST_REFRESH],
  enforce: 'post' as const,
  use: [
    { loader: require.resolve('@portal/remote/fast-refresh-loader'), options: { app, directory } },
    {
      loader: swcLoader,
      options: {
        // The JSX is compiled already, but swc registers components and their hooks only if the parser allows JSX.
        jsc: {
          parser: { syntax: 'ecmascript', jsx: true },
          target: 'es2022',
          transform: { react: { runtime: 'automatic', development: true, refresh: true } },
        },
      },
    },
  ],
});
