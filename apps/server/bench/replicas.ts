import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';

const server = fileURLToPath(new URL('..', import.meta.url));

/** Starts a server process, and restarts it whenever it exits, as orchestrators do. */
const startReplica = async (home: string, env: Record<string, string>) => {
  const port = await getPort();
  const url = `http://127.0.0.1:${port}`;
  const dataDir = await mkdtemp(join(home, 'replica-'));
  let child: ChildProcess;
  let isMeant = false;
  let isOver = false;
  let ended = 0;
  let lines = 0;

  const run = () => {
    isMeant = false;
    child = spawn(process.execPath, ['--enable-source-maps', 'dist/main.js'], {
      cwd: server,
      env: { ...env, PORT: String(port), DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const hear = (chunk: Buffer) => (lines += chunk.toString().split('\n').length - 1);
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', () => {
      if (!isMeant) ended += 1;
      if (!isOver) run();
    });
  };
  run();

  const isReady = () =>
    fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    );

  const end = async (signal: NodeJS.Signals) => {
    isMeant = true;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  };

  return {
    port,
    isReady,
    untilReady: async () => {
      while (!(await isReady())) await sleep(50);
    },
    end,
    /** How often it exited without a call of `end`. */
    ended: () => ended,
    /** The lines of its log. */
    lines: () => lines,
    stop: () => {
      isOver = true;
      return end('SIGTERM');
    },
  };
};

/** Starts servers that share the environment, and waits until all are ready. */
export const startReplicas = async (count: number, home: string, env: Record<string, string>) => {
  const replicas = await Promise.all(Array.from({ length: count }, () => startReplica(home, env)));
  await Promise.all(replicas.map((replica) => replica.untilReady()));
  return replicas;
};

export type Replica = Awaited<ReturnType<typeof startReplica>>;
