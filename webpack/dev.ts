import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  buildOf,
  buildSchema,
  DESCRIPTOR_FILE,
  FEDERATION_MANIFEST,
  federationManifestSchema,
  type Build,
  type Descriptor,
  type PublishedVersion,
} from '@portal/contract';
import { readDescriptor, SHELL } from '@portal/releases';
import { fastRefresh } from '@portal/remote-build/fast-refresh';
import getPort, { portNumbers } from 'get-port';
import * as v from 'valibot';
import webpack, { type Configuration } from 'webpack';
import WebpackDevServer from 'webpack-dev-server';

/**
 * `pnpm dev [NAME…]`: runs the whole portal. An edit replaces components in the page, which keep their state. webpack's
 * dev server keeps the builds in memory; the portal's server proxies their files, and restarts when its own code changes.
 * With names, it builds only these remotes and the shell; the others come from their last build, if they have one.
 */

const WORKSPACE = resolve(import.meta.dirname, '..');
const HOST = '127.0.0.1';

/** The version of every release in development. */
const VERSION = '0.0.0-dev';

const MAX_PORT = 65_535;

const host = process.env['HOST'] ?? HOST;
/** The port of the portal: PORT, or the next free one. */
const firstPort = Number(process.env['PORT'] ?? 3000);
const port = await getPort({ host, port: portNumbers(firstPort, MAX_PORT) });

/** The address of the portal's server, which proxies requests to webpack's. */
const PORTAL = process.env['PUBLIC_URL'] ?? `http://localhost:${port}`;

const folderOf = (name: string) => join(WORKSPACE, 'apps', name);

const pathOf = (name: string): string => `/releases/${name}/${VERSION}/`;

const swcLoader = () =>
  createRequire(import.meta.resolve('@portal/remote-build/webpack-base')).resolve('swc-loader');

/** Configures a development build for the address of its release. */
const inDevelopment = (name: string, configuration: Configuration): Configuration => ({
  ...configuration,
  mode: 'development',
  devtool: 'cheap-module-source-map',
  infrastructureLogging: { level: 'warn' },
  // The page keeps the last code without errors: to run code with a syntax error would reload it.
  optimization: { ...configuration.optimization, emitOnErrors: false },
  output: { ...configuration.output, publicPath: new URL(pathOf(name), PORTAL).href },
});

/** Every build has a client of the dev server. Only the shell's shows errors, so that they appear once. */
const withOverlay = new webpack.NormalModuleReplacementPlugin(/webpack-dev-server\/client\//, (client) => {
  client.request = client.request.replace('overlay=false', 'overlay=true');
});

/** The presets of remotes do this themselves. */
const withFastRefresh = (name: string, configuration: Configuration): Configuration => {
  if (name !== SHELL) return configuration;
  const own = [withOverlay, fastRefresh(name, folderOf(name), swcLoader)];
  return { ...configuration, plugins: [...(configuration.plugins ?? []), ...own] };
};

const configurationModule = v.object({
  default: v.custom<Configuration | Configuration[]>((value) => typeof value === 'object' && value !== null),
});

const configurationsOf = async (name: string): Promise<Configuration[]> => {
  const file = pathToFileURL(join(folderOf(name), 'webpack.config.ts')).href;
  const module: unknown = await import(file);
  return [v.parse(configurationModule, module).default]
    .flat()
    .map((configuration) => inDevelopment(name, configuration))
    .map((configuration) =>
      // Only the build of embed.js has its own name; it contains no React.
      configuration.name === undefined ? { ...withFastRefresh(name, configuration), name } : configuration,
    );
};

const descriptorOf = async (name: string): Promise<{ descriptor?: Descriptor }> => {
  const file = join(folderOf(name), DESCRIPTOR_FILE);
  return existsSync(file) ? { descriptor: await readDescriptor(file) } : {};
};

/** The file in which a build says what it consists of. */
const manifestOf = (name: string): string => (name === SHELL ? 'build.json' : FEDERATION_MANIFEST);

const parseBuild = (name: string, json: string): Build => {
  const content: unknown = JSON.parse(json);
  if (name === SHELL) return v.parse(buildSchema, content);
  const build = buildOf(v.parse(federationManifestSchema, content));
  // The manifest lists updates, which the next one replaces.
  return { ...build, preload: build.preload.filter((file) => !file.includes('.hot-update.')) };
};

/** The latest build of each app, which the portal's server reads. */
const releases = new Map<string, PublishedVersion>();

const makeLive = async (name: string, json: string): Promise<void> =>
  void releases.set(name, {
    ...parseBuild(name, json),
    ...(await descriptorOf(name)),
    integrity: {},
  });

/** The manifest that `pnpm build` writes. */
const lastBuild = (name: string): string => join(folderOf(name), 'dist', manifestOf(name));

const folders = await readdir(join(WORKSPACE, 'apps'));
const names = folders.filter((name) => existsSync(join(folderOf(name), 'webpack.config.ts')));
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`Unknown app ${unknown.join(', ')}. Name one of: ${names.join(', ')}.\n`);
  process.exit(2);
}
const notAsked = asked.length === 0 ? [] : names.filter((name) => name !== SHELL && !asked.includes(name));
const fromLastBuild = notAsked.filter((name) => existsSync(lastBuild(name)));

for (const name of fromLastBuild) await makeLive(name, await readFile(lastBuild(name), 'utf8'));

const builtHere = names.filter((name) => !fromLastBuild.includes(name));
const compiler = webpack((await Promise.all(builtHere.map(configurationsOf))).flat());
for (const app of compiler.compilers) {
  app.hooks.assetEmitted.tapPromise('portal-dev', async (file, { content }) => {
    if (app.name && file === manifestOf(app.name)) await makeLive(app.name, content.toString());
  });
}
const devServer = new WebpackDevServer(
  {
    host: HOST,
    port: 'auto',
    hot: true,
    liveReload: true,
    static: fromLastBuild.map((name) => ({
      directory: join(folderOf(name), 'dist'),
      publicPath: pathOf(name),
      watch: false,
    })),
    headers: {
      // File names have no content hashes.
      'cache-control': 'no-store',
      // Embedding pages load these files from another origin, as published ones.
      'access-control-allow-origin': '*',
    },
    setupMiddlewares: (middlewares, { app }) => {
      app?.get('/portal-releases.json', (_request, response) => response.json(Object.fromEntries(releases)));
      return middlewares;
    },
    // Requests come through the portal's proxy, with its host name.
    allowedHosts: 'all',
    // Embedding pages, too, receive updates from the portal's address.
    client: {
      overlay: false,
      webSocketURL: `${new URL(PORTAL).origin.replace('http', 'ws')}/ws`,
    },
  },
  compiler,
);
const built = new Promise<void>((resolve, reject) => {
  compiler.hooks.done.tap('portal-dev', () => resolve());
  for (const app of compiler.compilers) app.hooks.failed.tap('portal-dev', reject);
});
await devServer.start();
await built;

const server = spawn(process.execPath, ['--import', 'tsx', '--watch', 'apps/server/src/main.ts'], {
  cwd: WORKSPACE,
  stdio: 'inherit',
  env: {
    ...process.env,
    PORT: String(port),
    DEV_SERVER: `http://${HOST}:${devServer.options.port}`,
  },
});

// When one of the two servers ends, stop the other.
server.once('exit', () => void devServer.stop());
process.once('SIGTERM', () => server.kill());
