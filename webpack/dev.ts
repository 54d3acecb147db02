import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openReleases, readDescriptor } from '@portal/releases';
import webpack, { type Configuration } from 'webpack';
import WebpackDevServer from 'webpack-dev-server';

/**
 * `pnpm dev`: the whole portal, reloading after each change. webpack's dev server keeps the builds of shell and
 * remotes in memory; the portal's server runs beside it, fetches their files from there, and restarts after a
 * change of its own.
 */

const WORKSPACE = resolve(import.meta.dirname, '..');
const DEV_SERVER = { host: '127.0.0.1', port: 3001 };

/** The one version of everything in development. */
const VERSION = '0.0.0-dev';

/** Kept apart from the releases of `pnpm start`, whose files are real. */
const RELEASES = pathToFileURL(join(WORKSPACE, '.portal/dev-releases'));

const folderOf = (name: string) => join(WORKSPACE, 'apps', name);
const fileNameOf = (name: string) => (name === 'shell' ? 'shell.js' : 'remoteEntry.js');

/** The configuration of an app, with names that stay the same from build to build. */
const inDevelopment = (name: string, configuration: Configuration): Configuration => ({
  ...configuration,
  name,
  mode: 'development',
  devtool: 'cheap-module-source-map',
  output: {
    ...configuration.output,
    publicPath: `/releases/${name}/${VERSION}/`,
    filename: fileNameOf(name),
    chunkFilename: '[name].js',
  },
});

const configurationOf = async (name: string): Promise<Configuration> => {
  const file = pathToFileURL(join(folderOf(name), 'webpack.config.ts')).href;
  const { default: configuration }: { default: Configuration } = await import(file);
  return inDevelopment(name, configuration);
};

/** Writes the release document that makes an app's development build the live one. */
const makeLive = async (name: string): Promise<void> => {
  const descriptorFile = join(folderOf(name), 'remote.json');
  const isRemote = existsSync(descriptorFile);
  const published = {
    entry: fileNameOf(name),
    preload: [],
    ...(isRemote && {
      globalName: `portal_${name.replaceAll('-', '_')}`,
      descriptor: await readDescriptor(descriptorFile),
    }),
    integrity: {},
    publishedAt: new Date().toISOString(),
  };
  await openReleases(RELEASES).update(name, () => ({ name, live: VERSION, versions: { [VERSION]: published } }));
};

const folders = await readdir(join(WORKSPACE, 'apps'));
const names = folders.filter((name) => existsSync(join(folderOf(name), 'webpack.config.ts')));
await Promise.all(names.map(makeLive));

const compiler = webpack(await Promise.all(names.map(configurationOf)));
const devServer = new WebpackDevServer({ ...DEV_SERVER, hot: true, static: false, client: { overlay: true } }, compiler);
await devServer.start();

spawn(process.execPath, ['--import', 'tsx', '--watch', 'apps/server/src/main.ts'], {
  cwd: WORKSPACE,
  stdio: 'inherit',
  env: {
    ...process.env,
    RELEASES_URL: RELEASES.href,
    DEV_SERVER: `http://${DEV_SERVER.host}:${DEV_SERVER.port}`,
  },
}).once('exit', () => devServer.stop());
