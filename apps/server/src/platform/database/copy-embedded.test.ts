import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copySnapshot } from '../../testing/database-snapshot';
import { createTestDatabase, dumpTables, execute } from '../../testing/test-database';
import { openDatabase, type Database } from './connect';
import { copyEmbedded } from './copy-embedded';

jest.setTimeout(60_000);

let dataDir: string;
let postgres: { databaseUrl: string; drop: () => Promise<void> };

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portal-data-'));
  await copySnapshot(dataDir);
  const created = await createTestDatabase();
  if (created) postgres = created;
});
afterEach(async () => {
  await postgres.drop();
  await rm(dataDir, { recursive: true });
});

/** Opens a database, uses it, and closes it. */
const using = async <Result>(
  databaseUrl: string | undefined,
  use: (database: Database) => Promise<Result>,
): Promise<Result> => {
  const { database, close } = await openDatabase({ databaseUrl, dataDir });
  return use(database).finally(close);
};
const inEmbedded = <Result>(use: (database: Database) => Promise<Result>) => using(undefined, use);
/** Uses the time zone of PGlite, so that dumps can be compared. */
const inPostgres = <Result>(use: (database: Database) => Promise<Result>) =>
  using(`${postgres.databaseUrl}?options=-c%20TimeZone%3DUTC`, use);

const rowsOf = async (database: Database) =>
  (await dumpTables(database)).filter((line) => !line.startsWith('kysely_')).sort();

/** Copies between servers with different settings. */
const copy = () =>
  copyEmbedded({
    dataDir,
    databaseUrl: `${postgres.databaseUrl}?options=-c%20TimeZone%3DAsia/Kolkata%20-c%20DateStyle%3DGerman`,
  });

const FILL = [
  `insert into customers (id, email, phone, name, notify_email, notify_sms, language, created_at) values
    ('0b8f2a52-8f0e-4f6e-9a77-0a1b2c3d4e5f', 'ann@example.com', '+12025550123', E'Ann "A\\\\n" {Ö}, (x)\\n', false, true, 'de',
      '2026-03-04T12:34:56.123456Z'),
    (gen_random_uuid(), 'bob@example.com', null, '', true, false, null, now())`,
  `insert into orders select nbr, id, '{"Description": {"value": "a \\"b\\" \\\\ {c}, 1.10"}, "n": 12345678901234567890.10}',
    '[{"body": "<p>ü</p>"}, {}]', '2026-03-05T10:00:00.000001+02' from customers, (values ('000019')) as o (nbr)
    where email = 'ann@example.com'`,
  `insert into sessions (token_hash, customer_id, created_at, last_seen_at)
    select 'hash', id, now(), now() from customers where email = 'ann@example.com'`,
  `insert into outbox (kind, channel, recipient, customer_id, content, changes, status, available_at, expires_at)
    select 'order', 'email', '', id, null, '[{"kind": "status"}]', 'queued', now(), now() from customers`,
  `insert into hook_deliveries (id, body_hash, answer, received_at) values ('evt_1', 'h', '{"customers": {"new": 1}}', now())`,
  // Rows of tables that refer to tables after them in the alphabet.
  `insert into answers (customer_id, order_nbr, key, message)
    select customer_id, order_nbr, gen_random_uuid(), 'Yes' from orders`,
  `insert into answer_deliveries (answer_id, target) select id, 'mail' from answers`,
  `insert into answer_files (customer_id, answer_id, name, type, content)
    select customer_id, id, 'Meter.pdf', 'application/pdf', '\\x255044462d00ff' from answers`,
  `insert into erp_files (order_nbr, id, name) select order_nbr, gen_random_uuid(), 'Report.pdf' from orders`,
  `insert into imports (source, report) values ('file', '{}')`,
  `insert into import_customers (customer_id, import_id) select customers.id, imports.id from customers, imports`,
];

/** The rows of FILL, with the one of the view of orders. */
const FILLED = 15;

(process.env['TEST_DATABASE_URL'] ? describe : describe.skip)('copying the embedded database', () => {
  test('copies every row of every table unchanged', async () => {
    const rows = await inEmbedded(async (database) => {
      await execute(database, ...FILL);
      return rowsOf(database);
    });
    const { migrated, copied } = await copy();
    expect(migrated).toContain('001-schema');
    const counts = Object.fromEntries(copied.map(({ table, rows: count }) => [table, count]));
    expect(counts).toMatchObject({ customers: 2, orders: 1, outbox: 2, limit_hits: 0 });
    expect(rows).toHaveLength(FILLED);
    expect(await inPostgres(rowsOf)).toEqual(rows);
    expect(await inEmbedded(rowsOf)).toEqual(rows);
  });

  test('knows every table of the schema', async () => {
    const { copied } = await copy();
    const all = await inPostgres((database) => database.introspection.getTables());
    const tables = all.filter(({ isView }) => !isView);
    expect(copied.map(({ table }) => table).sort()).toEqual(tables.map(({ name }) => name).sort());
  });

  test('copies more rows than fit in a batch', async () => {
    const many = `insert into limit_hits select 'key ' || i, now() - make_interval(secs => i / 1e6) from generate_series(1, 20000) as i`;
    await inEmbedded((database) => execute(database, many));
    expect((await copy()).copied).toContainEqual({ table: 'limit_hits', rows: 20_000 });
    expect(await inPostgres(rowsOf)).toEqual(await inEmbedded(rowsOf));
  });

  test('refuses a PostgreSQL database that has rows, as after a first copy, and changes nothing', async () => {
    await inEmbedded((database) => execute(database, ...FILL));
    await copy();
    await inPostgres((database) =>
      execute(database, `delete from hook_deliveries`, `update customers set name = 'Eve'`),
    );
    const rows = await inPostgres(rowsOf);
    await expect(copy()).rejects.toThrow(
      'The database of DATABASE_URL already holds customers, orders, answers, imports, answer_deliveries, answer_files, erp_files, import_customers, outbox, sessions. Use an empty database.',
    );
    expect(await inPostgres(rowsOf)).toEqual(rows);
  });

  test('refuses an embedded database that was migrated by a newer version', async () => {
    await inEmbedded((database) =>
      execute(database, `insert into kysely_migration values ('998-notes', 'now')`),
    );
    await expect(copy()).rejects.toThrow(`A newer version of the portal executed 998-notes in ${dataDir}.`);
  });

  test('leaves no rows when the copy fails midway', async () => {
    await inPostgres((database) => execute(database, `alter table orders add check (order_nbr <> '000019')`));
    await inEmbedded((database) => execute(database, ...FILL));
    await expect(copy()).rejects.toThrow('violates check constraint');
    expect(await inPostgres(rowsOf)).toEqual([]);
    expect(await inEmbedded(rowsOf)).toHaveLength(FILLED);
  });
});
