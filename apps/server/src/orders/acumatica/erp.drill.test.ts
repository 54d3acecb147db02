import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { CREDENTIALS } from '../../../../../e2e/acumatica/fake-acumatica';
import { startPostgres } from '../../testing/postgres-server';
import { startServer } from '../../testing/server-process';

/*
 * What is large: the first synchronization of 100,000 orders of 20,000 customers, while the process is killed 20 times, and
 * a note of 120 MB. `pnpm --filter server build` first.
 */

const ORDERS = 100_000;
const CUSTOMERS = 20_000;
const KILLS = 20;
const REQUESTS_PER_MINUTE = 1_000;
const MOST_MEGABYTES = 250;
const NOTE_MEGABYTES = 120;

const startErp = async (env: Record<string, number>) => {
  const erp = fork(join(__dirname, '../../../../../e2e/acumatica/main.ts'), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, ...env, REQUESTS_PER_MINUTE: String(REQUESTS_PER_MINUTE) },
  });
  const [{ url }] = (await once(erp, 'message')) as [{ url: string }];
  return { erp, url };
};

const statsOf = async (erp: ChildProcess) => {
  const answered = once(erp, 'message');
  erp.send('stats');
  const [stats] = (await answered) as [
    { requests: number; refused: number; mostSessions: number; mostPerMinute: number },
  ];
  return stats;
};

/** The most memory that a process has had, in megabytes. */
const peakOf = async (pid: number | undefined): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
};

const serverEnv = (databaseUrl: string, url: string) => ({
  DATABASE_URL: databaseUrl,
  SECRET_KEY: 'ab'.repeat(32),
  ACUMATICA_URL: url,
  ACUMATICA_TENANT: CREDENTIALS.tenant,
  ACUMATICA_USER: CREDENTIALS.user,
  ACUMATICA_PASSWORD: CREDENTIALS.password,
  ACUMATICA_REQUESTS_PER_MINUTE: String(REQUESTS_PER_MINUTE),
  LOG_LEVEL: 'warn',
});

test('100,000 orders arrive within the limit of the ERP, though the process is killed 20 times', async () => {
  const home = await mkdtemp(join(tmpdir(), 'portal-erp-'));
  const [postgres, { erp, url }] = await Promise.all([startPostgres(), startErp({ ORDERS, CUSTOMERS })]);
  const start = () => startServer(home, serverEnv(postgres.url, url));
  const began = Date.now();
  let server = start();
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  const isMigrated = async () =>
    (await client.query("select to_regclass('erp_sync') is not null as is")).rows[0].is as boolean;
  while (!(await isMigrated())) await sleep(200);
  const countOf = async (table: string): Promise<number> =>
    Number((await client.query(`select count(*) from ${table}`)).rows[0].count);
  const isDone = async () =>
    (await client.query('select fresh_at from erp_sync')).rows[0]?.fresh_at instanceof Date;

  let [kills, peak] = [0, 0];
  while (!(await isDone())) {
    await sleep(1000);
    peak = Math.max(peak, await peakOf(server.child.pid));
    if (kills < KILLS && (await countOf('erp_orders')) > ((kills + 1) * ORDERS) / (KILLS + 1)) {
      kills += 1;
      server.child.kill('SIGKILL');
      await server.exit;
      // The next process need not wait for a minute.
      await client.query('update erp_sync set held_until = null');
      server = start();
    }
  }
  const seconds = Math.round((Date.now() - began) / 1000);
  const stats = await statsOf(erp);
  console.log({ seconds, kills, peakMegabytes: Math.round(peak), ...stats, paths: undefined });
  expect(kills).toBe(KILLS);
  expect(await countOf('orders')).toBe(ORDERS);
  expect(await countOf('customers')).toBe(CUSTOMERS);
  expect(await countOf(`orders where events::text like '%INTERNAL%'`)).toBe(0);
  expect(await countOf('outbox')).toBe(0);
  expect(stats).toMatchObject({ mostSessions: 1, refused: 0 });
  expect(stats.mostPerMinute).toBeLessThanOrEqual(REQUESTS_PER_MINUTE);
  expect(peak).toBeLessThan(MOST_MEGABYTES);

  server.child.kill('SIGTERM');
  await server.exit;
  await client.end();
  erp.kill();
  await postgres.stop();
  await rm(home, { recursive: true });
}, 3_600_000);

test('a note of 120 MB costs its order the text of the note, and the server no memory', async () => {
  const home = await mkdtemp(join(tmpdir(), 'portal-erp-'));
  const [postgres, { erp, url }] = await Promise.all([startPostgres(), startErp({ NOTE_MEGABYTES })]);
  const server = startServer(home, serverEnv(postgres.url, url));
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  const read = async () => {
    const { rows } = await client
      .query<{ summary: string; characters: number | null }>(
        `select event ->> 'summary' as summary, length(event ->> 'body') as characters
        from orders, jsonb_array_elements(events) as event where order_nbr = '000001' order by 1`,
      )
      // The server has not made the tables yet.
      .catch(() => ({ rows: [] }));
    return rows;
  };
  while ((await read()).length === 0) await sleep(500);
  const peak = Math.round(await peakOf(server.child.pid));
  console.log({ peakMegabytes: peak, requests: (await statsOf(erp)).requests });
  expect(await read()).toEqual([
    { summary: 'Large', characters: null },
    { summary: 'Order received', characters: 17 },
  ]);
  expect(server.output()).toContain('a note of the ERP is too long');
  expect(peak).toBeLessThan(MOST_MEGABYTES);

  server.child.kill('SIGTERM');
  await server.exit;
  await client.end();
  erp.kill();
  await postgres.stop();
  await rm(home, { recursive: true });
}, 600_000);
