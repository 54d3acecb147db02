import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, Server } from 'node:http';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import getPort from 'get-port';
import { runServer } from 'verdaccio';

const execute = promisify(execFile);

/** The environment of a user, without the programs and variables of the workspace. */
const outsideEnvironment = (home: string): NodeJS.ProcessEnv => {
  const path = (process.env['PATH'] ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
  return {
    PATH: [dirname(process.execPath), ...path].join(':'),
    HOME: home,
    LANG: 'C.UTF-8',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_loglevel: 'warn',
    npm_config_update_notifier: 'false',
  };
};

/** Serves only the portal's packages. */
const configuration = (storage: string) => ({
  storage,
  packages: { '**': { access: '$all', publish: '$all' } },
  max_body_size: '100mb',
  log: { type: 'stdout', format: 'pretty', level: 'error' },
});

/** Sends npm to its own registry, except for names of the portal, which it records and does not have. */
const publicRegistry = (upstream: string, asked: string[]): Server =>
  createServer(({ url = '' }, response) => {
    if (/portal/i.test(url)) {
      asked.push(url);
      response.writeHead(404).end('{}');
    } else response.writeHead(302, { location: new URL(url.slice(1), upstream).href }).end();
  });

/** A registry for the portal's packages, with the settings of its users. */
export interface LocalRegistry {
  /** The home directory of its users. */
  home: string;
  /** What of the portal was requested from the public registry: nothing, or a stranger could answer. */
  askedInPublic: readonly string[];
  /** The environment of commands outside of the workspace: all packages but the portal's come from npm's registry. */
  environment: NodeJS.ProcessEnv;
  stop: () => Promise<void>;
}

/**
 * Starts an empty registry on loopback for the portal's packages.
 * @param home the folder of its files, and the home directory of its users; caches in it outlive a run
 */
export const startLocalRegistry = async (home: string): Promise<LocalRegistry> => {
  const storage = join(home, 'storage');
  await rm(storage, { recursive: true, force: true });
  // `npm create` would keep what an earlier run installed under the same version.
  await rm(join(home, '.npm/_npx'), { recursive: true, force: true });
  await mkdir(home, { recursive: true });
  const { stdout: upstream } = await execute('npm', ['config', 'get', 'registry']);
  const file = join(home, 'verdaccio.yaml');
  await writeFile(file, JSON.stringify(configuration(storage)));
  const server: unknown = await runServer(file);
  if (!(server instanceof Server)) throw new Error('Verdaccio returned no server.');
  const port = await getPort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  const askedInPublic: string[] = [];
  const everything = publicRegistry(upstream.trim(), askedInPublic);
  const publicPort = await getPort();
  everything.listen(publicPort, '127.0.0.1');
  await once(everything, 'listening');

  const settings = [
    `registry=http://127.0.0.1:${publicPort}/`,
    // Later runs take unchanged packages from the cache.
    'prefer-offline=true',
    `@portal:registry=http://127.0.0.1:${port}/`,
    // npm requires a token to publish; this registry accepts any.
    `//127.0.0.1:${port}/:_authToken=local`,
  ];
  await writeFile(join(home, '.npmrc'), `${settings.join('\n')}\n`);
  return {
    home,
    askedInPublic,
    environment: outsideEnvironment(home),
    stop: async () => {
      for (const registry of [everything, server]) {
        registry.close();
        registry.closeAllConnections();
      }
    },
  };
};
