import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSchema, type Descriptor } from '@portal/contract';
import { openReleases, readDescriptor } from '@portal/releases';
import * as v from 'valibot';
import webpack, { type Configuration } from 'webpack';
import WebpackDevServer from 'webpack-dev-server';

/**
 * `pnpm dev`: runs the whole portal and reloads after each change. webpack's dev server keeps the builds of the shell and
 * the remotes in memory; the portal's server proxies their files, and restarts when its own code changes.
 */

const WORKSPACE = resolve(import.meta.dirname, '..');
const DEV_SERVER = { host: '127.0.0.1', port: 3001 };

/** The version of every release in development. */
const VERSION = '0.0.0-dev';

/** Separate from the releases of `pnpm start`; recreated at each start. */
const RELEASES = pathToFileURL(join(WORKSPACE, '.portal/dev-releases'));

/** The address of the portal's server, which proxies requests to webpack's. */
const PORTAL = process.env['PUBLIC_URL'] ?? `http://localhost:${process.env['PORT'] ?? 3000}`;

const folderOf = (name: string) => join(WORKSPACE, 'apps', name);

/** Serves a build at the address in its release document. */
const inDevelopment = (name: string, configuration: Configuration): Configuration => ({
  ...configuration,
  name: configuration.name ?? name,
  mode: 'development',
  devtool: 'cheap-module-source-map',
  output: { ...configuration.output, publicPath: new URL(`/releases/${name}/${VERSION}/`, PORTAL).href },
});

const configurationModule = v.object({
  default: v.custom<Configuration | Configuration[]>((value) => typeof value === 'object' && value !== null),
});

const configurationsOf = async (name: string): Promise<Configuration[]> => {
  const file = pathToFileURL(join(folderOf(name), 'webpack.config.ts')).href;
  const module: unknown = await import(file);
  return [v.parse(configurationModule, module).default]
    .flat()
    .map((configuration) => inDevelopment(name, configuration));
};

const descriptorOf = async (name: string): Promise<{ descriptor?: Descriptor }> => {
  const file = join(folderOf(name), 'remote.json');
  return existsSync(file) ? { descriptor: await readDescriptor(file) } : {};
};

/** Writes a release document that makes the latest build live. */
const makeLive = async (name: string, build: string): Promise<void> => {
  const published = {
    ...v.parse(buildSchema, JSON.parse(build)),
    ...(await descriptorOf(name)),
    integrity: {},
    publishedAt: new Date().toISOString(),
  };
  await openReleases(RELEASES).update(name, () => ({
    name,
    live: VERSION,
    canary: null,
    previous: null,
    versions: { [VERSION]: published },
    history: [],
  }));
};

await rm(RELEASES, { recursive: true, force: true });
const folders = await readdir(join(WORKSPACE, 'apps'));
const names = folders.filter((name) => existsSync(join(folderOf(name), 'webpack.config.ts')));
const compiler = webpack((await Promise.all(names.map(configurationsOf))).flat());
for (const app of compiler.compilers) {
  app.hooks.assetEmitted.tapPromise('portal-dev', async (file, { content }) => {
    if (file === 'build.json' && app.name) await makeLive(app.name, content.toString());
  });
}
const devServer = new WebpackDevServer(
  {
    ...DEV_SERVER,
    hot: false,
    liveReload: true,
    static: false,
    headers: {
      // File names have no content hashes.
      'cache-control': 'no-store',
      // Embedding pages load these files from another origin, as published ones.
      'access-control-allow-origin': '*',
    },
    // Requests come through the portal's proxy, with its host name.
    allowedHosts: 'all',
    // Embedding pages get reload messages from the portal's address too.
    client: { webSocketURL: `${new URL(PORTAL).origin.replace('http', 'ws')}/ws` },
  },
  compiler,
);
const built = new Promise<void>((resolve, reject) => {
  compiler.hooks.done.tap('portal-dev', () => resolve());
  for (const app of compiler.compilers) app.hooks.failed.tap('portal-dev', reject);
});
await devServer.start();
// The server needs a shell to start with.
await built;

const server = spawn(process.execPath, ['--import', 'tsx', '--watch', 'apps/server/src/main.ts'], {
  cwd: WORKSPACE,
  stdio: 'inherit',
  env: {
    ...process.env,
    RELEASES_URL: RELEASES.href,
    DEV_SERVER: `http://${DEV_SERVER.host}:${DEV_SERVER.port}`,
  },
});

// When one of the two servers ends, stop the other.
server.once('exit', () => void devServer.stop());
process.once('SIGTERM', () => server.kill());
