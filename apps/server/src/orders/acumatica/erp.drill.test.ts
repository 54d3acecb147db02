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
 * The first synchronization of a large company: 100,000 orders of 20,000 customers, and the process is killed 20 times.
 * `pnpm --filter server build` first.
 */

const ORDERS = 100_000;
const CUSTOMERS = 20_000;
const KILLS = 20;
const REQUESTS_PER_MINUTE = 1_000;
const MOST_MEGABYTES = 250;

const startErp = async () => {
  const erp = fork(join(__dirname, '../../../../../e2e/acumatica/main.ts'), {
    execArgv: ['--import', 'tsx'],
    env: {
      ...process.env,
      ORDERS: String(ORDERS),
      CUSTOMERS: String(CUSTOMERS),
      REQUESTS_PER_MINUTE: String(REQUESTS_PER_MINUTE),
    },
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

test('100,000 orders arrive within the limit of the ERP, though the process is killed 20 times', async () => {
  const home = await mkdtemp(join(tmpdir(), 'portal-erp-'));
  const [postgres, { erp, url }] = await Promise.all([startPostgres(), startErp()]);
  const start = () =>
    startServer(home, {
      DATABASE_URL: postgres.url,
      SECRET_KEY: 'ab'.repeat(32),
      ACUMATICA_URL: url,
      ACUMATICA_TENANT: CREDENTIALS.tenant,
      ACUMATICA_USER: CREDENTIALS.user,
      ACUMATICA_PASSWORD: CREDENTIALS.password,
      ACUMATICA_REQUESTS_PER_MINUTE: String(REQUESTS_PER_MINUTE),
      LOG_LEVEL: 'warn',
    });
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
