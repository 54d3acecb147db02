import { sql } from 'kysely';
import { openTestDatabase } from '../testing/test-database';
import type { Database } from './connect';
import { migrate, readSchema, type Migrations } from './migrate';
import { migrations } from './migrations';

let database: Database;
let close: () => Promise<void>;
beforeAll(async () => void ({ database, close } = await openTestDatabase()));
beforeEach(async () => {
  await sql`drop schema public cascade`.execute(database);
  await sql`create schema public`.execute(database);
  await migrate(database);
});
afterAll(() => close());

let executions = 0;
/** Migrations of the next version: they only add. */
const next: Migrations = {
  ...migrations,
  '998-notes': {
    up: async (db) => {
      executions += 1;
      await sql`select pg_sleep(0.2)`.execute(db);
      await sql`alter table customers add column note text`.execute(db);
      await sql`create table notes (id uuid primary key)`.execute(db);
    },
  },
};

test('servers that start at the same time migrate only once', async () => {
  executions = 0;
  const migrated = await Promise.all(Array.from({ length: 4 }, () => migrate(database, next)));
  expect(migrated.filter((names) => names.length > 0)).toEqual([['998-notes']]);
  expect(executions).toBe(1);
});

test('works with the schema of a newer version, and names its unknown migrations', async () => {
  await migrate(database, next);
  expect(await readSchema(database)).toMatchObject({ pending: [], newer: ['998-notes'] });
  expect(await migrate(database)).toEqual([]);
  await database.insertInto('customers').values({ email: 'ann@example.com' }).execute();
  expect(await database.selectFrom('customers').select('email').execute()).toHaveLength(1);
  expect(await migrate(database, next)).toEqual([]);
});

test('a failed migration also rolls back the migrations before it', async () => {
  const failing: Migrations = {
    ...next,
    '999-wrong': { up: async (db) => void (await sql`alter table no_such_table add x text`.execute(db)) },
  };
  await expect(migrate(database, failing)).rejects.toThrow('no_such_table');
  expect(await readSchema(database, next)).toMatchObject({ pending: ['998-notes'] });
});

/** The columns and unique keys that an older server relies on. */
const shape = async () => {
  const columns = await sql<{ table: string; column: string; type: string; isOptional: boolean }>`
    select table_name as table, column_name as column, data_type as type,
      is_nullable = 'YES' or column_default is not null as "isOptional"
    from information_schema.columns where table_schema = 'public'`.execute(database);
  const keys = await sql<{ table: string; key: string }>`
    select indrelid::regclass::text as table, pg_get_indexdef(indexrelid) as key
    from pg_index join pg_class on pg_class.oid = indexrelid
    where indisunique and relnamespace = 'public'::regnamespace`.execute(database);
  return { columns: columns.rows, keys: keys.rows };
};

const missing = <Item extends object>(from: readonly Item[], to: readonly Item[]) =>
  from.filter((item) => !to.some((other) => JSON.stringify(other) === JSON.stringify(item)));

/** Executes a migration after its predecessors, and returns the changes that break older servers. */
const breaksOf = async (name: string, all: Migrations) => {
  await sql`drop schema public cascade`.execute(database);
  await sql`create schema public`.execute(database);
  const upTo = (last: (other: string) => boolean) =>
    migrate(database, Object.fromEntries(Object.entries(all).filter(([other]) => last(other))));
  await upTo((other) => other < name);
  const before = await shape();
  await upTo((other) => other <= name);
  const after = await shape();
  const isOld = ({ table }: { table: string }) => before.columns.some((column) => column.table === table);
  const added = missing(after.columns, before.columns).filter(isOld);
  return [
    ...missing(before.columns, after.columns),
    ...missing(before.keys, after.keys),
    ...added.filter(({ isOptional }) => !isOptional),
    // Older servers leave added columns null, and nulls never violate a unique key.
    ...missing(after.keys, before.keys)
      .filter(isOld)
      .filter(
        ({ table, key }) => !added.some((column) => column.table === table && key.includes(column.column)),
      ),
  ];
};

// Older servers run during a migration, and can be restored: docs/decisions/053-schema.md.
const later = Object.keys(next).filter((name) => name > '001-schema');

test.each(later)('%s only adds to the schema', async (name) => {
  expect(await breaksOf(name, next)).toEqual([]);
});

test.each([
  ['drops a column', sql`alter table customers drop column name`],
  ['renames a column', sql`alter table customers rename name to full_name`],
  ['changes a type', sql`alter table outbox alter attempts type bigint`],
  ['adds a required column', sql`alter table customers add note text not null`],
  ['adds a unique key to an existing column', sql`create unique index names on customers (name)`],
  [
    'drops a key that older servers need for inserts',
    sql`alter table customers drop constraint customers_email_key`,
  ],
])('a migration that %s breaks older servers', async (_name, statement) => {
  const all: Migrations = {
    ...migrations,
    '999-wrong': { up: async (db) => void (await statement.execute(db)) },
  };
  expect(await breaksOf('999-wrong', all)).not.toEqual([]);
});
