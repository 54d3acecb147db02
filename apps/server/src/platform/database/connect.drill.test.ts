import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { copySnapshot } from '../../testing/database-snapshot';
import { listenLocally } from '../../testing/listen-locally';
import { emptyTables, openTestDatabase } from '../../testing/test-database';
import { openDatabase, type Database } from './connect';

let database: Database;
let close: () => Promise<void>;
beforeAll(async () => void ({ database, close } = await openTestDatabase()));
beforeEach(() => emptyTables(database));
afterAll(() => close());

test('rolls back a failed transaction but keeps concurrent writes', async () => {
  const failing = database.transaction().execute(async (transaction) => {
    await transaction.insertInto('customers').values({ email: 'gone@example.com' }).execute();
    await sql`select 1 from no_such_table`.execute(transaction);
  });
  await Promise.all([
    expect(failing).rejects.toThrow('no_such_table'),
    database.insertInto('customers').values({ email: 'kept@example.com' }).execute(),
  ]);
  const kept = await database.selectFrom('customers').select('email').execute();
  expect(kept).toEqual([{ email: 'kept@example.com' }]);
});

test('an unreachable PostgreSQL is reported without the password', async () => {
  const opening = openDatabase({ databaseUrl: 'postgres://ann:hunter2@127.0.0.1:1/portal', dataDir: '' });
  await expect(opening).rejects.toThrow(
    'The database cannot be opened: connect ECONNREFUSED 127.0.0.1:1. Check DATABASE_URL and the log of PostgreSQL.',
  );
});

test('a PostgreSQL that accepts connections but never answers times out', async () => {
  const unresponsive = createServer();
  const { host } = new URL(await listenLocally(unresponsive));
  const opening = openDatabase({ databaseUrl: `postgres://ann@${host}/portal`, dataDir: '' });
  await expect(opening).rejects.toThrow('The database cannot be opened: ');
  unresponsive.close();
});

test('reports a damaged embedded database and releases its lock', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-data-'));
  await copySnapshot(dataDir);
  await writeFile(join(dataDir, 'database', 'PG_VERSION'), '3');
  const directory = join(dataDir, 'database');
  const opening = () => openDatabase({ databaseUrl: undefined, dataDir });
  await expect(opening()).rejects.toThrow(`Move it away (mv ${directory} ${directory}.damaged)`);
  // PGlite itself would replace it with a new database.
  await rm(join(directory, 'PG_VERSION'));
  await expect(opening()).rejects.toMatchObject({ name: 'DatabaseDamagedError' });
  await rm(dataDir, { recursive: true });
});
