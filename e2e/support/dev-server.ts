import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';
import getPort from 'get-port';

const ADDRESS = /(https?:\/\/(?:localhost|127\.0\.0\.1):\d+)/;

/** A development server. */
export interface DevServer {
  /** The address that it prints. */
  url: string;
  /** What it has printed so far. */
  output: () => string;
  stop: () => Promise<void>;
}

/**
 * Runs a command until it is stopped, and waits until it prints its address.
 * @param environment all variables of the command
 */
export const startDevServer = async (
  line: string,
  directory: string,
  environment: NodeJS.ProcessEnv,
): Promise<DevServer> => {
  // A process group of its own, so that the processes that the command starts end with it.
  const server = spawn('bash', ['-ec', line], {
    cwd: directory,
    // Two servers that start at the same time would both choose webpack's default port.
    env: { WEBPACK_DEV_SERVER_BASE_PORT: String(await getPort()), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  // Not `exit`: the processes that the command has started store caches before they end.
  const exited = once(server, 'close');
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += stripVTControlCharacters(chunk.toString());
      const [, address] = ADDRESS.exec(said) ?? [];
      if (address) resolve(address);
    };
    server.stdout.on('data', hear);
    server.stderr.on('data', hear);
    void exited.then(() => reject(new Error(`${line} ended before it said where it listens:\n${said}`)));
  });
  return {
    url,
    output: () => said,
    stop: async () => {
      if (server.pid && server.exitCode === null) process.kill(-server.pid, 'SIGTERM');
      await exited;
    },
  };
};
