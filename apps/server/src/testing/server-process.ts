import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

/** Where a server listens, in its output. */
export const LISTENING = /http:\/\/127\.0\.0\.1:\d+/;
