import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { emptyTables, openTestDatabase } from '../testing/test-database';
import { openDatabase, type Database } from './connect';

let database: Database;
let close: () => Promise<void>;
beforeAll(async () => void ({ database, close } = await openTestDatabase()));
beforeEach(() => emptyTables(database));
afterAll(() => close());

const emails = async (from = database) =>
  (await from.selectFrom('customers').select('email').orderBy('email').execute()).map(({ email }) => email);

test('a transaction that fails leaves nothing, whatever else is written meanwhile', async () => {
  const failing = database.transaction().execute(async (transaction) => {
    await transaction.insertInto('customers').values({ email: 'gone@example.com' }).execute();
    await sql`select 1 from no_such_table`.execute(transaction);
  });
  await Promise.all([
    expect(failing).rejects.toThrow('no_such_table'),
    database.insertInto('customers').values({ email: 'kept@example.com' }).execute(),
  ]);
  expect(await emails()).toEqual(['kept@example.com']);
});

test('a write says how many rows it changed', async () => {
  await database
    .insertInto('customers')
    .values([{ email: 'a@example.com' }, { email: 'b@example.com' }])
    .execute();
  const result = await database.updateTable('customers').set({ notify_sms: true }).executeTakeFirst();
  expect(Number(result.numUpdatedRows)).toBe(2);
});

test('a customer without any contact is refused by the database', async () => {
  await expect(database.insertInto('customers').values({ name: 'Ann' }).execute()).rejects.toThrow(
    'customers_can_sign_in',
  );
});

test('the embedded database is there again after it was closed', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-data-'));
  const first = await openDatabase({ databaseUrl: undefined, dataDir });
  await first.database.insertInto('customers').values({ email: 'ann@example.com' }).execute();
  await first.close();
  const second = await openDatabase({ databaseUrl: undefined, dataDir });
  expect(await emails(second.database)).toEqual(['ann@example.com']);
  await second.close();
  await rm(dataDir, { recursive: true });
});

test('a PostgreSQL that is not there is said to be, without the password', async () => {
  const opening = openDatabase({ databaseUrl: 'postgres://ann:hunter2@127.0.0.1:1/portal', dataDir: '' });
  await expect(opening).rejects.toThrow(
    'The database cannot be opened: connect ECONNREFUSED 127.0.0.1:1. Look at DATABASE_URL, and at the log of PostgreSQL.',
  );
});

test('a PostgreSQL that takes connections and says nothing is not waited for for ever', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const opening = openDatabase({ databaseUrl: `postgres://ann@127.0.0.1:${port}/portal`, dataDir: '' });
  await expect(opening).rejects.toThrow('The database cannot be opened: ');
  silent.close();
});

test('an embedded database that cannot be opened is said to be, and not left locked', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-data-'));
  await (await openDatabase({ databaseUrl: undefined, dataDir })).close();
  await writeFile(join(dataDir, 'database', 'PG_VERSION'), '3');
  await expect(openDatabase({ databaseUrl: undefined, dataDir })).rejects.toThrow(
    `Look whether ${join(dataDir, 'database')} can be written and its disk has space.`,
  );
  await expect(openDatabase({ databaseUrl: undefined, dataDir })).rejects.toMatchObject({
    name: 'DatabaseUnavailableError',
  });
  await rm(dataDir, { recursive: true });
});
