import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Runs in the page, before React. Put it first in the entry of what has React: the shell, or a remote alone. */
export const FAST_REFRESH = require.resolve('@portal/remote/fast-refresh-runtime');

/**
 * The rule of webpack and Rspack by which an edited component is replaced in the page and keeps its state, after all other
 * rules. For development only.
 * @param app its name: two apps may have files of the same name
 * @param swcLoader webpack's, or the one in Rspack
 */
export const fastRefreshRule = (app: string, directory: string, swcLoader: string) => ({
  test: /\.tsx?$/,
  exclude: [/node_modules/, FAST_REFRESH],
  enforce: 'post' as const,
  use: [
    { loader: require.resolve('@portal/remote/fast-refresh-loader'), options: { app, directory } },
    {
      loader: swcLoader,
      options: {
        // The JSX is compiled already, but swc names components and the hooks that they use in a file with JSX only.
        jsc: {
          parser: { syntax: 'ecmascript', jsx: true },
          target: 'es2022',
          transform: { react: { runtime: 'automatic', development: true, refresh: true } },
        },
      },
    },
  ],
});
