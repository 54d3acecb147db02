import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import { scratchWorkspace, type ScratchWorkspace } from '../../e2e/support/scratch-workspace';
import { amount } from '../row';

const ORDERS_SCREEN = 'apps/orders/src/list/service-orders-screen.tsx';

/** The path at which `pnpm dev` serves the orders remote. */
const BUNDLE = '/releases/orders/0.0.0-dev/remote.js';

const EDITS = 3;

const textAt = async (url: string): Promise<string | undefined> => {
  const answer = await fetch(url, { headers: { accept: 'text/html' } }).catch(() => undefined);
  return answer?.ok ? answer.text() : undefined;
};

const secondsUntil = async (isDone: () => Promise<boolean>): Promise<number> => {
  const started = performance.now();
  while (!(await isDone())) await sleep(20);
  return (performance.now() - started) / 1000;
};

/** Runs `pnpm COMMAND` in a copy of the workspace until `work` is done. */
const running = async <Result>(
  { directory }: ScratchWorkspace,
  command: string,
  work: (url: string) => Promise<Result>,
): Promise<Result> => {
  const port = await getPort();
  const url = `http://localhost:${port}`;
  const child = spawn('pnpm', ['--silent', command], {
    cwd: directory,
    env: { ...process.env, PORT: String(port), PUBLIC_URL: url, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
    // A process group, so that one signal ends pnpm, its shell and the servers.
    detached: true,
  });
  const exited = once(child, 'exit');
  const result = await work(url);
  process.kill(-(child.pid ?? 0), 'SIGKILL');
  await exited;
  return result;
};

const untilPage = (url: string) => secondsUntil(async () => (await textAt(url)) !== undefined);

/** How long developers wait for the first start after a checkout, for the next one, and for an edit to be served. */
export const development = async () => {
  const copy = await scratchWorkspace('bench-development');
  const clean = await running(copy, 'start', untilPage);
  const again = await running(copy, 'start', untilPage);
  const dev = await running(copy, 'dev', untilPage);
  const { devAgain, edits } = await running(copy, 'dev', async (url) => {
    const devAgain = await untilPage(url);
    const edits: number[] = [];
    for (let edit = 0; edit < EDITS; edit++) {
      const mark = `edit ${edit}`;
      await copy.edit(ORDERS_SCREEN, (text) => `${text}\nperformance.mark('${mark}');\n`);
      edits.push(await secondsUntil(async () => (await textAt(url + BUNDLE))?.includes(mark) === true));
    }
    return { devAgain, edits };
  });
  const row = (what: string, ours: number[]) => amount({ what, unit: 's', ours });
  return {
    rows: [
      row('`pnpm start` of a fresh checkout, until the page', [clean]),
      row('`pnpm start` again', [again]),
      row('`pnpm dev` for the first time, until the page', [dev]),
      row('`pnpm dev` again', [devAgain]),
      row('an edit in `pnpm dev`, until browsers get it', edits),
    ],
  };
};
