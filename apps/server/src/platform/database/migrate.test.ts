import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { version } from '../../../package.json';
import { openTestDatabase } from '../../testing/test-database';
import type { Database } from './connect';
import { migrate, readSchema } from './migrate';
import { migrations, type Migrations } from './migrations/index';

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
/** Migrations of the next version. */
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

test('gives each email address one spelling, and customers who had two become one', async () => {
  await sql`drop schema public cascade`.execute(database);
  await sql`create schema public`.execute(database);
  const before = Object.entries(migrations).filter(([name]) => name < '004');
  await migrate(database, Object.fromEntries(before));
  const emails = [
    'ann@müller.example',
    'ben@müller.example',
    'ben@xn--mller-kva.example',
    'cara@x.example..',
    'd@%41.example',
  ];
  const customers = await database
    .insertInto('customers')
    .values(emails.map((email) => ({ email, phone: email.startsWith('ben@m') ? '+12025550123' : null })))
    .returning(['id', 'email'])
    .execute();
  for (const { id, email } of customers) {
    const identity = { customer_id: id, identifier: String(email), token_hash: String(email) };
    await database.insertInto('known_browsers').values(identity).execute();
    const order = { order_nbr: String(email), document: '{}', events: '[]' };
    await database
      .insertInto('orders')
      .values({ ...order, customer_id: id })
      .execute();
    await database.insertInto('muted_orders').values({ order_nbr: '1', customer_id: id }).execute();
  }
  await migrate(database);
  const orders = await database
    .selectFrom('orders')
    .innerJoin('customers', 'customers.id', 'customer_id')
    .select(['email', 'phone', 'order_nbr'])
    .orderBy('order_nbr')
    .execute();
  expect(orders.map(({ email, phone, order_nbr }) => [order_nbr, email, phone])).toEqual([
    ['ann@müller.example', 'ann@xn--mller-kva.example', null],
    ['ben@müller.example', 'ben@xn--mller-kva.example', '+12025550123'],
    ['ben@xn--mller-kva.example', 'ben@xn--mller-kva.example', '+12025550123'],
    ['cara@x.example..', 'cara@x.example', null],
    ['d@%41.example', 'd@%41.example', null],
  ]);
  expect(await database.selectFrom('customers').selectAll().execute()).toHaveLength(4);
  const browsers = await database.selectFrom('known_browsers').select('identifier').distinct().execute();
  expect(browsers).toHaveLength(4);
});

test('servers that start at the same time migrate only once', async () => {
  executions = 0;
  const migrated = await Promise.all(Array.from({ length: 4 }, () => migrate(database, next)));
  expect(migrated.filter((names) => names.length > 0)).toEqual([['998-notes']]);
  expect(executions).toBe(1);
});

test('works with the schema of a newer version, and names its unknown migrations', async () => {
  await migrate(database, next);
  expect(await readSchema(database)).toMatchObject({
    pending: [],
    newer: ['998-notes'],
    requires: '1.0.0',
    ahead: {
      works: true,
      sentence: `A newer version of the portal extended the database (998-notes). Version ${version} works with it.`,
    },
  });
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

test('says before a migration which versions it ends, and which version to start after it', async () => {
  const split: Migrations = { ...migrations, '998-split': { up: async () => {}, requires: '99.2.0' } };
  expect(await readSchema(database, split)).toMatchObject({ requires: '1.0.0', willRequire: '99.2.0' });
  await migrate(database, split);
  expect(await readSchema(database, split)).toMatchObject({ requires: '99.2.0', ahead: undefined });
  expect((await readSchema(database)).ahead).toEqual({
    works: false,
    sentence: `A newer version of the portal changed the database (998-split), and version ${version} cannot work with it. Start version 99.2.0 or later, or restore the backup from before the upgrade.`,
  });
});

test('each table has a primary key, by which logical replication deletes and updates', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = current_schema()::text::regnamespace and relkind = 'r'
      and not exists (select from pg_index where indrelid = pg_class.oid and indisprimary)`.execute(database);
  expect(rows).toEqual([]);
});

test('no index has the time of a session’s last use: each use would write to every index', async () => {
  const { rows } = await sql<{ indexdef: string }>`
    select indexdef from pg_indexes where tablename = 'sessions'`.execute(database);
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.map(({ indexdef }) => indexdef).join('\n')).not.toContain('last_seen_at');
});

test('several open messages to a customer become one, with all their changes', async () => {
  await sql`drop schema public cascade`.execute(database);
  await sql`create schema public`.execute(database);
  const before = Object.entries(migrations).filter(([name]) => name < '006');
  await migrate(database, Object.fromEntries(before));
  const { id } = await database
    .insertInto('customers')
    .values({ email: 'ann@example.com' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const open = (orderNbr: string, attempts: number) => ({
    ...{ kind: 'order' as const, channel: 'email' as const, status: 'queued' as const, recipient: '' },
    ...{ customer_id: id, changes: JSON.stringify([{ orderNbr, newEvents: [] }]), attempts },
    ...{ expires_at: new Date(), created_at: new Date(attempts === 0 ? 2000 : 1000) },
  });
  await database
    .insertInto('outbox')
    .values([open('2', 0), open('1', 3)])
    .execute();
  await migrate(database);
  const messages = await database.selectFrom('outbox').select(['changes', 'attempts']).execute();
  const changes = ['1', '2'].map((orderNbr) => ({ orderNbr, newEvents: [] }));
  expect(messages).toEqual([{ attempts: 3, changes }]);
});

test('the upgrade notes name every migration, and the version that it requires', () => {
  const workspace = join(__dirname, '../../../../..');
  const drafts = readdirSync(join(workspace, '.changeset')).filter((file) => file.endsWith('.md'));
  const notes = ['CHANGELOG.md', ...drafts.map((file) => join('.changeset', file))]
    .map((file) => readFileSync(join(workspace, file), 'utf8'))
    .join('\n');
  for (const [name, { requires = '' }] of Object.entries(migrations))
    expect(notes).toMatch(new RegExp(`\\*\\*Schema\\*\\*: \`${name}\`.*${requires.replaceAll('.', '\\.')}`));
});
