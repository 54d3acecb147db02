import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { webpackBase } from '@portal/remote-build/webpack-base';
import webpack, { type Configuration } from 'webpack';
import { WORKSPACE } from '../../e2e/support/directories';
import { containerOf } from './container-of';

/** The prefix of the addresses of a baseline's files. */
export const STATIC = '/static/';

export const MONOLITH = 'monolith-lazy';
export const FEDERATION = 'federation-default';

const REMOTES = ['login', 'orders', 'notification-preferences'];

const appFolder = (name: string) => join(WORKSPACE, 'apps', name);
const browserFile = (name: string) => join(import.meta.dirname, 'browser', name);

/** Replaces the shell's module that loads remotes. */
const withRuntime = (file: string) =>
  new webpack.NormalModuleReplacementPlugin(/\/federation\/runtime$/, browserFile(file));

/** The compilers, minifiers and targets of the product, without the plugins for releases: integrity, retries. */
const plain = (app: string, output: string, publicPath: string): Configuration => {
  const common = webpackBase(appFolder(app));
  return {
    ...common,
    mode: 'production',
    devtool: false,
    cache: false,
    output: {
      ...common.output,
      path: output,
      publicPath,
      filename: '[name].[contenthash:8].js',
      chunkFilename: '[name].[contenthash:8].js',
    },
    plugins: [],
  };
};

/** One build without federation: a chunk per screen; runtime and libraries in files of their own. */
export const monolith = (output: string): Configuration[] => {
  const common = plain('shell', output, STATIC);
  return [
    {
      ...common,
      name: MONOLITH,
      entry: { main: './src/main.tsx' },
      optimization: {
        ...common.optimization,
        runtimeChunk: 'single',
        splitChunks: {
          cacheGroups: { vendor: { test: /\/node_modules\//, name: 'vendor', chunks: 'initial' } },
        },
      },
      plugins: [withRuntime('monolith-runtime.ts')],
    },
  ];
};

/** Whole packages, as the documentation shares them. The remotes break if one is missing. */
const shared = Object.fromEntries(
  [
    'react',
    'react-dom',
    'react-router',
    'react-router-dom',
    '@emotion/react',
    '@tanstack/react-query',
    'axios',
    '@portal/theme',
    '@portal/remote/services',
  ].map((name) => [name, { singleton: true, requiredVersion: false as const }]),
);

const federatedRemote = (name: string, output: string): Configuration => ({
  ...plain(name, join(output, name), `${STATIC}${name}/`),
  name: `${FEDERATION} ${name}`,
  entry: {},
  plugins: [
    new ModuleFederationPlugin({
      name: containerOf(name),
      filename: 'remoteEntry.js',
      exposes: { './remote': './src/remote' },
      shared,
      dts: false,
    }),
  ],
});

/** Module federation as its documentation sets it up: remoteEntry at run time, defaults, no hints. */
export const federation = (output: string): Configuration[] => [
  {
    ...plain('shell', join(output, 'shell'), `${STATIC}shell/`),
    name: `${FEDERATION} shell`,
    entry: { main: browserFile('federation-entry.ts') },
    plugins: [
      withRuntime('federation-runtime.ts'),
      new ModuleFederationPlugin({
        name: 'shell',
        remotes: Object.fromEntries(
          REMOTES.map((name) => {
            const container = containerOf(name);
            return [container, `${container}@${STATIC}${name}/remoteEntry.js`];
          }),
        ),
        shared,
        dts: false,
      }),
    ],
  },
  ...REMOTES.map((name) => federatedRemote(name, output)),
];
