import { execFile, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { WORKSPACE } from './directories';
import { exitCode } from './run';

/** The built server, and the commands of its operator. */

interface ServerOptions {
  port: number;
  dataDir: string;
  /** Variables in addition to those below, and in place of them. */
  environment?: Record<string, string>;
  /** A path that answers 2xx once the server is ready. */
  probe?: string;
  /** Where its log and the messages without a provider go. */
  output?: 'inherit' | 'ignore';
}

/** Starts the server on the data in a folder, and waits until it is ready. @throws if it exits before */
export const startServer = async ({
  port,
  dataDir,
  environment,
  probe = '/readyz',
  output = 'inherit',
}: ServerOptions) => {
  const url = `http://localhost:${port}`;
  const began = performance.now();
  const server = spawn(process.execPath, ['--enable-source-maps', 'apps/server/dist/main.js'], {
    cwd: WORKSPACE,
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      // Requests name networks of their own.
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', output, 'inherit'],
  });
  const kill = () => server.kill('SIGKILL');
  // Does not outlive this process: its port may be fixed.
  process.once('exit', kill);
  const exited = exitCode(server);
  void exited.then(() => process.off('exit', kill));
  const isRunning = () => server.exitCode === null && server.signalCode === null;
  while (!(await fetch(url + probe).catch(() => undefined))?.ok) {
    if (!isRunning()) throw new Error(`The server on port ${port} exited before it was ready.`);
    await sleep(10);
  }
  return {
    url,
    dataDir,
    pid: server.pid ?? 0,
    /** Milliseconds until it was ready. */
    startedMs: performance.now() - began,
    isRunning,
    kill: async () => {
      kill();
      await exited;
    },
    /** @throws if it does not shut down gracefully */
    stop: async () => {
      server.kill('SIGTERM');
      const code = await exited;
      if (code !== 0) throw new Error(`The server on port ${port} exited with code ${String(code)}.`);
    },
  };
};

/**
 * Runs `portal` as the operator of a portal, which may run.
 * @returns its standard output
 * @throws with its output if the exit code is not 0
 */
export const operatorCommand = async (
  dataDir: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<string> => {
  const env = { ...process.env, DATA_DIR: dataDir, ...environment };
  const command = ['apps/server/dist/portal.js', ...args];
  return (await promisify(execFile)(process.execPath, command, { cwd: WORKSPACE, env })).stdout;
};

/** Creates the token of a team for some remotes. */
export const createToken = async (
  dataDir: string,
  team: string,
  names: readonly string[],
): Promise<string> => {
  const command = ['token', 'create', team, '--names', names.join(','), '--json'];
  const created = await operatorCommand(dataDir, command);
  return v.parse(v.object({ token: v.string() }), JSON.parse(created)).token;
};
