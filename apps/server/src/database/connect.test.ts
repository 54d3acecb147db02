import { mkdtemp, rm } from 'node:fs/promises';
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
