import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import { startPostgres } from '../../apps/server/src/testing/postgres-server';
import { exitCode } from '../../e2e/support/run';
import { PHONES } from '../customers';
import { amount, inTurn, ratio, type Measurement, type Row } from '../measurement';
import { prepare, SCRATCH, signIn, startOn, startPortal } from '../portal';
import { memoryOf, requestsPerCpuSecond } from '../server-load';

const SECONDS = 3;

const startBareHandlers = async (args: string[]) => {
  const port = await getPort();
  const url = `http://localhost:${port}`;
  const script = join(import.meta.dirname, '../baselines/bare-handlers.ts');
  const server = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), script, String(port), ...args],
    { env: { ...process.env, NODE_ENV: 'production' }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const exited = exitCode(server);
  while (!(await fetch(`${url}/plain`).catch(() => undefined))?.ok) {
    if (server.exitCode !== null) throw new Error('The bare handlers exited.');
    await sleep(10);
  }
  return {
    url,
    pid: server.pid ?? 0,
    stop: async () => {
      server.kill();
      await exited;
    },
  };
};

/**
 * Starts a portal on existing data in each round, as after a release of the server.
 * @returns the milliseconds until it is ready
 */
const measureStarts = async (rounds: number): Promise<number[]> => {
  const { dataDir, stop } = await startPortal('start');
  await stop();
  const startsMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const portal = await startOn(dataDir);
    await portal.stop();
    startsMs.push(portal.startedMs);
  }
  return startsMs;
};

/** A request to the portal, or to the bare handlers. */
type Variant = 'page' | 'barePage' | 'compressedPage' | 'bareCompressedPage' | 'list' | 'bareList';

interface Samples {
  /** Requests per second of CPU. */
  rates: Record<Variant, number[]>;
  startsMs: number[];
  memoryMb: number;
}

const rowsOf = ({ rates, startsMs, memoryMb }: Samples): Row[] => [
  ratio('Fastify handler', {
    what: 'HTML, plain, per second of CPU',
    unit: '/s',
    ours: rates.page,
    baseline: rates.barePage,
    goal: { atLeast: 0.35 },
  }),
  ratio('Fastify handler, brotli', {
    what: 'HTML, brotli, per second of CPU',
    unit: '/s',
    ours: rates.compressedPage,
    baseline: rates.bareCompressedPage,
    goal: { atLeast: 0.35 },
  }),
  ratio('bare handler', {
    what: 'list call, plain, per second of CPU',
    unit: '/s',
    ours: rates.list,
    baseline: rates.bareList,
    goal: { atLeast: 0.85 },
  }),
  amount({
    what: 'server start on an existing database',
    unit: 's',
    ours: startsMs.map((ms) => ms / 1000),
    goal: { atMost: 3 },
  }),
  amount({
    what: "server's memory under load",
    unit: 'MB',
    ours: [memoryMb],
    goal: { atMost: 200 },
  }),
];

/** The CPU cost of the server, compared with bare handlers that only answer, on PostgreSQL. */
export const server: Measurement = async ({ rounds }) => {
  const startsMs = await measureStarts(rounds);

  const postgres = await startPostgres();
  const environment = { DATABASE_URL: postgres.url };
  const dataDir = join(SCRATCH, 'server');
  await prepare(dataDir, environment);
  const portal = await startOn(dataDir, environment);
  const session = await signIn(portal, PHONES.usual);
  const first = await fetch(`${portal.url}/service-orders`, {
    headers: { accept: 'text/html', cookie: `session_token=${session}` },
  });
  // The cookies of a customer who has opened the portal before.
  const pairs = first.headers.getSetCookie().map((line) => line.replace(/;.*/, ''));
  const cookie = [`session_token=${session}`, ...pairs].join('; ');
  const html = { accept: 'text/html', cookie };
  const brotli = { 'accept-encoding': 'gzip, deflate, br, zstd' };
  const page = join(SCRATCH, 'page.html');
  await writeFile(page, await first.text());
  const bare = await startBareHandlers([page, postgres.url, session]);

  const ask = (target: { url: string; pid: number }, path: string, headers: Record<string, string>) => () =>
    requestsPerCpuSecond({ pid: target.pid, url: target.url + path, headers }, SECONDS);
  const variants = {
    page: ask(portal, '/service-orders', html),
    barePage: ask(bare, '/plain', html),
    compressedPage: ask(portal, '/service-orders', { ...html, ...brotli }),
    bareCompressedPage: ask(bare, '/compressed', { ...html, ...brotli }),
    list: ask(portal, '/serviceOrder/list', { cookie }),
    bareList: ask(bare, '/list', { cookie }),
  };
  // Warm up, until the functions are compiled.
  await inTurn(1, variants);
  const rates = await inTurn(rounds, variants);
  const memoryMb = await memoryOf(portal.pid);
  await bare.stop();
  await portal.stop();
  await postgres.stop();

  return rowsOf({ rates, startsMs, memoryMb });
};
