import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Starts the server as `pnpm serve` does, on a free port. Build it before. */
export const startServer = (dataDir: string, env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, ['--enable-source-maps', 'dist/main.js'], {
    cwd: join(__dirname, '../..'),
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'info', ...env },
  });
  let output = '';
  const waiting = new Set<() => void>();
  const onOutput = (chunk: Buffer) => {
    output += chunk.toString();
    waiting.forEach((check) => check());
  };
  child.stdout.on('data', onOutput);
  child.stderr.on('data', onOutput);
  // 'exit' fires earlier, when output may still be pending.
  const exit = once(child, 'close').then(([code]: unknown[]) => code);

  return {
    child,
    exit,
    output: () => output,
    /** Waits for output that matches, and returns the first match. */
    waitForOutput: (pattern: RegExp) =>
      new Promise<string>((resolve, reject) => {
        const check = () => {
          const [match] = pattern.exec(output) ?? [];
          if (match) resolve(match);
        };
        waiting.add(check);
        check();
        void exit.then(() => reject(new Error(`The server ended: ${output}`)));
      }),
  };
};

/** Servers on a data directory of each test, which end with it. */
export const useServers = () => {
  const started: ReturnType<typeof startServer>[] = [];
  let home: string;
  beforeEach(async () => void (home = await mkdtemp(join(tmpdir(), 'portal-process-'))));
  afterEach(async () => {
    for (const { child } of started) child.kill('SIGKILL');
    // Until it exits, a process may still write into the directory.
    await Promise.all(started.splice(0).map(({ exit }) => exit));
    await rm(home, { recursive: true, force: true });
  });
  return {
    home: () => home,
    start: (env?: Record<string, string>) => {
      const server = startServer(home, env);
      started.push(server);
      return server;
    },
  };
};

/** Where a server listens, in its output. */
export const LISTENING = /http:\/\/127\.0\.0\.1:\d+/;
