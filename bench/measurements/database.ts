import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { postgresPool } from '../../apps/server/src/platform/database/postgres';
import { startPostgres } from '../../apps/server/src/testing/postgres-server';
import { operatorCommand } from '../../e2e/support/server';
import { manyCustomers, PHONES } from '../customers';
import { amount, inTurn, ratio, type Measurement, type Row } from '../measurement';
import { prepare, SCRATCH, signIn, startOn, type Portal } from '../portal';
import { requestsPerCpuSecond } from '../server-load';

/** Customers of the large database, each with five orders. */
const MANY = 20_000;

/** Contacts whose times are compared in a round, known and unknown. */
const CONTACTS = 100;

const createDatabase = async (server: string, name: string): Promise<string> => {
  const pool = postgresPool({ databaseUrl: server });
  const session = await pool.connect();
  await session.query(`create database ${name}`, []);
  session.release(false);
  await pool.end();
  return new URL(`/${name}`, server).href;
};

/** Prints the peak memory of a process, in kilobytes, when it exits. */
const REPORT_MEMORY =
  '--import=data:text/javascript,process.on("exit",()=>console.log(process.resourceUsage().maxRSS))';

/** Imports many customers. @returns the seconds that it took, and the peak memory in MB */
const importMany = async (dataDir: string, databaseUrl: string) => {
  const file = join(SCRATCH, 'many.json');
  await writeFile(file, JSON.stringify(manyCustomers(MANY)));
  const began = performance.now();
  const environment = { DATABASE_URL: databaseUrl, NODE_OPTIONS: REPORT_MEMORY };
  const printed = await operatorCommand(dataDir, ['import', file], environment);
  const seconds = (performance.now() - began) / 1000;
  return { seconds, memoryMb: Number(printed.trim().split('\n').at(-1)) / 1024 };
};

const middle = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;

/** The calls of a stranger who tries to sign in. */
const CALLS = { code: 'code request', refused: 'refused code request', wrong: 'wrong code' } as const;

type Times = Record<keyof typeof CALLS, number>;

/** The milliseconds of each call. */
const timesOf = async ({ url }: Portal, email: string, ip: string): Promise<Times> => {
  const page = await fetch(`${url}/auth-check`, { headers: { 'x-forwarded-for': ip } });
  const headers = {
    'x-forwarded-for': ip,
    'content-type': 'application/json',
    'x-xsrf-token': page.headers.get('x-xsrf-token') ?? '',
    cookie: page.headers
      .getSetCookie()
      .map((line) => line.replace(/;.*/, ''))
      .join('; '),
  };
  const post = async (path: string, body: object) => {
    const began = performance.now();
    await (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).text();
    return performance.now() - began;
  };
  return {
    code: await post('/customer-login/email', { email }),
    refused: await post('/customer-login/email', { email }),
    wrong: await post('/customer-login/email/verify', { email, code: 'guess' }),
  };
};

/** Whether times reveal who is a customer (docs/security.md). */
const compareContacts = async (portal: Portal, rounds: number): Promise<Row[]> => {
  let contact = 0;
  const rounded = async (kind: 'customer' | 'stranger', network: number) => {
    contact += 1;
    const ip = `10.${network}.${contact >> 8}.${contact & 255}`;
    return timesOf(portal, `${kind}-${contact}@example.com`, ip);
  };
  const measured: Record<'known' | 'unknown', Times[]>[] = [];
  for (let round = 0; round < rounds; round += 1)
    measured.push(
      await inTurn(CONTACTS, { known: () => rounded('customer', 1), unknown: () => rounded('stranger', 2) }),
    );
  return (Object.keys(CALLS) as (keyof typeof CALLS)[]).map((call) =>
    ratio('unknown contact', {
      what: `${CALLS[call]}, known contact`,
      unit: 'ms',
      ours: measured.map(({ known }) => middle(known.map((times) => times[call]))),
      baseline: measured.map(({ unknown }) => middle(unknown.map((times) => times[call]))),
      goal: { atMost: 1.05 },
    }),
  );
};

/** What a large database costs, and what it tells strangers. */
export const database: Measurement = async ({ rounds }) => {
  const postgres = await startPostgres();
  const start = async (name: string) => {
    const environment = { DATABASE_URL: await createDatabase(postgres.url, name) };
    const dataDir = join(SCRATCH, `database-${name}`);
    await prepare(dataDir, environment);
    const portal = await startOn(dataDir, environment);
    const list = {
      pid: portal.pid,
      url: `${portal.url}/serviceOrder/list`,
      headers: { cookie: `session_token=${await signIn(portal, PHONES.usual)}` },
    };
    return { portal, databaseUrl: environment.DATABASE_URL, list: () => requestsPerCpuSecond(list, 3) };
  };
  const few = await start('few');
  const many = await start('many');
  const { seconds, memoryMb } = await importMany(many.portal.dataDir, many.databaseUrl);
  const lists = await inTurn(rounds, { few: few.list, many: many.list });
  const contacts = await compareContacts(many.portal, rounds);
  await Promise.all([few.portal.stop(), many.portal.stop()]);
  await postgres.stop();
  return [
    amount({ what: 'import of 100,000 orders', unit: 's', ours: [seconds] }),
    amount({ what: 'import of 100,000 orders, memory', unit: 'MB', ours: [memoryMb], goal: { atMost: 300 } }),
    ratio('4 customers', {
      what: '20,000 customers, list call per second of CPU',
      unit: '/s',
      ours: lists.many,
      baseline: lists.few,
      goal: { atLeast: 0.8 },
    }),
    ...contacts,
  ];
};
