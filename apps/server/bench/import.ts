import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm, stat, writeFile as writeText } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { startPostgres } from '../src/testing/postgres-server';

/**
 * `pnpm --filter server bench:import`: imports a file of 110 MB into a temporary PostgreSQL, again without changes, and
 * with a wrong row; then the same orders of a few customers. Prints time, memory and what PostgreSQL wrote to its log,
 * and fails if an import takes 300 MB or an import without changes writes more than 1 MB.
 */

const ORDERS = 100_000;
const ORDERS_OF_CUSTOMER = 5;
const ORDERS_OF_LARGE_CUSTOMER = 5_000;
const BODY = 'x'.repeat(660);
const LIMIT_MB = 300;
const LIMIT_UNCHANGED_MB = 1;

const server = fileURLToPath(new URL('..', import.meta.url));
const home = await mkdtemp(join(tmpdir(), 'portal-import-'));

const orderText = (index: number) =>
  JSON.stringify(
    {
      ServiceOrderNbr: { value: String(index).padStart(8, '0') },
      Description: { value: `Boiler repair ${index}` },
      Status: { value: 'Open' },
      Date: { value: '2026-03-04T00:00:00+00:00' },
      LastModifiedDateTime: { value: '2026-03-05T10:00:00+00:00' },
      events: [
        {
          summary: 'Part ordered',
          body: `<p>${BODY}</p>`,
          created_by: 'Dana',
          created_at: '2026-03-04T12:34:00Z',
          status: 'Done',
        },
      ],
    },
    null,
    1,
  );

/** Writes a file with all orders; the last customer is as given. */
const writeFile = async (name: string, ordersOfCustomer: number, last: object = {}) => {
  const path = join(home, name);
  const file = await open(path, 'w');
  const stream = file.createWriteStream();
  const write = (chunk: string) => stream.write(chunk) || once(stream, 'drain');
  await write('[');
  for (let first = 0; first < ORDERS; first += ordersOfCustomer) {
    const customer = { email: `customer-${first}@example.com`, name: 'Ann Example' };
    await write(`${first > 0 ? ',' : ''}\n{"orders": [\n`);
    for (let index = first; index < first + ordersOfCustomer; index++)
      await write(`${index > first ? ',\n' : ''}${orderText(index)}`);
    const isLast = first + ordersOfCustomer >= ORDERS;
    await write(`], ${JSON.stringify({ ...customer, ...(isLast && last) }).slice(1)}`);
  }
  stream.end(']\n');
  await once(stream, 'close');
  return path;
};

/** Prints the peak memory of the process, in kilobytes, when it exits. */
const REPORT_MEMORY =
  'data:text/javascript,process.on("exit",()=>console.error(process.resourceUsage().maxRSS))';

const { url, stop } = await startPostgres();
const client = new Client({ connectionString: url });
await client.connect();

const walPosition = async () => {
  const { rows } = await client.query<{ bytes: string }>(
    "select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes",
  );
  return Number(rows[0]?.bytes);
};

interface Measured {
  seconds: string;
  'memory MB': number;
  'WAL MB': string;
  report: string;
}

const importFile = async (path: string): Promise<Measured> => {
  // Vacuum now: during the import, the WAL of autovacuum would count as the import's.
  await client.query('vacuum analyze');
  const walBefore = await walPosition();
  const began = performance.now();
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', '--import', REPORT_MEMORY, 'dist/portal.js', 'import', path],
    { cwd: server, env: { DATABASE_URL: url }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const seconds = (performance.now() - began) / 1000;
  const kilobytes = Number(err.trim().split('\n').at(-1));
  return {
    seconds: seconds.toFixed(1),
    'memory MB': Math.round(kilobytes / 1024),
    'WAL MB': (((await walPosition()) - walBefore) / 1024 / 1024).toFixed(2),
    report: out.trim().split('\n').at(-1) || 'refused',
  };
};

const many = await writeFile('many.json', ORDERS_OF_CUSTOMER);
const large = await writeFile('large.json', ORDERS_OF_LARGE_CUSTOMER);
const wrong = await writeFile('wrong.json', ORDERS_OF_CUSTOMER, { email: 'no address' });
const { size } = await stat(many);
console.log(`${ORDERS} orders, ${Math.round(size / 1e6)} MB`);

const none = join(home, 'none.json');
await writeText(none, '[]');
const results = {
  'nothing to do': await importFile(none),
  'first import': await importFile(many),
  'again, unchanged': await importFile(many),
  'a wrong row': await importFile(wrong),
};
await client.query('truncate customers cascade');
const ofLarge = {
  'large customers, first import': await importFile(large),
  'large customers, again': await importFile(large),
};
console.table({ ...results, ...ofLarge });
const measured: Measured[] = [...Object.values(results), ...Object.values(ofLarge)];
const unchanged = [results['again, unchanged'], ofLarge['large customers, again']];
process.exitCode =
  measured.every((row) => row['memory MB'] < LIMIT_MB) &&
  unchanged.every((row) => Number(row['WAL MB']) < LIMIT_UNCHANGED_MB)
    ? 0
    : 1;

await client.end();
await stop();
await rm(home, { recursive: true });
