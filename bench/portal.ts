import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import getPort from 'get-port';
import { customers, customersFile } from './customers';
import { WORKSPACE } from '../e2e/support/directories';
import { SCRATCH } from './scratch';

const run = promisify(execFile);

/** The data that every portal of a run starts with: customers, and the releases of this workspace. */
const TEMPLATE = join(SCRATCH, 'template');

/** Runs the built `portal` on the data in a folder. @throws with its output */
export const portalCommand = async (
  dataDir: string,
  args: string[],
  environment: Record<string, string> = {},
): Promise<void> => {
  const env = { ...process.env, DATA_DIR: dataDir, ...environment };
  await run(process.execPath, ['apps/server/dist/portal.js', ...args], { cwd: WORKSPACE, env });
};

/** Imports the customers and publishes what is built. */
export const prepareTemplate = async (): Promise<void> => {
  await rm(TEMPLATE, { recursive: true, force: true });
  await portalCommand(TEMPLATE, ['publish', '--all', '--promote']);
  await writeFile(customersFile, JSON.stringify(customers));
  await portalCommand(TEMPLATE, ['import', customersFile]);
};

/** Waits until an address answers with a 2xx. @throws when its process has ended */
export const untilAnswers = async (url: string, isRunning: () => boolean): Promise<void> => {
  while (isRunning()) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(5);
  }
  throw new Error(`The portal ended before ${url} answered.`);
};

/** A portal in its own process. */
export type Portal = Awaited<ReturnType<typeof startPortal>>;

/**
 * Starts the built server on a copy of the template.
 * @param environment variables in addition to the silent defaults
 */
export const startPortal = async (name: string, environment: Record<string, string> = {}) => {
  const dataDir = join(SCRATCH, name);
  await rm(dataDir, { recursive: true, force: true });
  await cp(TEMPLATE, dataDir, { recursive: true });
  return startPortalOn(dataDir, environment);
};

/** Kills a server when this process exits for any reason; resolves when the server has exited. */
export const endedWithBench = async (server: ChildProcess): Promise<void> => {
  const end = () => server.kill('SIGKILL');
  process.once('exit', end);
  await once(server, 'exit');
  process.off('exit', end);
};

/**
 * Starts the built server on the data in a folder.
 * @param probe a path that answers 2xx once the server is ready
 */
export const startPortalOn = async (
  dataDir: string,
  environment: Record<string, string> = {},
  probe = '/readyz',
) => {
  const port = await getPort();
  const url = `http://localhost:${port}`;
  const started = performance.now();
  const server = spawn(process.execPath, ['apps/server/dist/main.js'], {
    cwd: WORKSPACE,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'error',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = endedWithBench(server);
  await untilAnswers(url + probe, () => server.exitCode === null && server.signalCode === null);
  return {
    url,
    dataDir,
    pid: server.pid ?? 0,
    /** Milliseconds until it was ready. */
    startedMs: performance.now() - started,
    stop: async () => {
      server.kill('SIGTERM');
      await exited;
    },
  };
};

/** Reads a portal's page without its nonces, which differ in each response. */
const pageOf = async (url: string): Promise<string> => {
  const answer = await fetch(`${url}/service-orders`, { headers: { accept: 'text/html' } });
  return (await answer.text()).replaceAll(/[A-Za-z0-9+/]{22}==/g, '');
};

/**
 * Waits until a portal's page differs from `before`: the server looks for changes once a second.
 * @returns the page
 */
export const untilChanged = async ({ url }: Pick<Portal, 'url'>, before = ''): Promise<string> => {
  const deadline = performance.now() + 30_000;
  while (performance.now() < deadline) {
    const page = await pageOf(url);
    if (page !== before) return page;
    await sleep(100);
  }
  throw new Error(`${url} does not serve the release.`);
};
