import { sql } from 'kysely';
import { createTestDatabase, execute, openTestDatabase } from '../../testing/test-database';
import { databaseAnswers, openDatabase, transact, type Database, type DatabaseOptions } from './connect';

const server = process.env['TEST_DATABASE_URL'];

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Opens the database of TEST_DATABASE_URL until the end of the test, with additional URL parameters. */
const open = async (parameters: Record<string, string>, options: Partial<DatabaseOptions> = {}) => {
  const url = new URL(server ?? '');
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const { database, close } = await openDatabase({ databaseUrl: url.href, dataDir: '', ...options });
  closing.push(close);
  return database;
};

const unavailable = (reason: string | RegExp) => ({
  name: 'DatabaseUnavailableError',
  reason: expect.stringMatching(reason),
});

const setting = async (database: Database, name: string) => {
  const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(database);
  return rows[0]?.value;
};

const terminate = (database: Database, pid: number | undefined) =>
  sql`select pg_terminate_backend(${pid})`.execute(database);

const pidOf = async (database: Database) => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database);
  return rows[0]?.pid;
};

(server ? describe : describe.skip)('PostgreSQL', () => {
  test('a connection that PostgreSQL terminates while in use fails only its next statement', async () => {
    const database = await open({});
    const other = await open({});
    const work = database.connection().execute(async (connection) => {
      await terminate(other, await pidOf(connection));
      // The client learns of the termination before it sends the next statement.
      await other.connection().execute((unrelated) => sql`select pg_sleep(0.2)`.execute(unrelated));
      await sql`select 1`.execute(connection);
    });
    await expect(work).rejects.toMatchObject(unavailable(/terminat|queryable/));
    expect(await pidOf(database)).toEqual(expect.any(Number));
  });

  test('does not reuse a connection that PostgreSQL terminates during a statement', async () => {
    const database = await open({}, { poolSize: 1 });
    const other = await open({});
    const pid = await pidOf(database);
    const sleeping = sql`select pg_sleep(60)`.execute(database);
    const next = pidOf(database);
    await terminate(other, pid);
    await expect(sleeping).rejects.toMatchObject(unavailable('terminating connection due to'));
    expect(await next).not.toBe(pid);
  });

  test('cancels a statement that takes too long, and keeps its connection usable', async () => {
    const database = await open({ statement_timeout: '200' }, { poolSize: 1 });
    const sleeping = sql`select pg_sleep(60)`.execute(database);
    await expect(sleeping).rejects.toMatchObject({
      ...unavailable('due to statement timeout'),
      isBusy: true,
    });
    expect(await pidOf(database)).toEqual(expect.any(Number));
  });

  test('a wait for a lock is no outage: it says that the database is busy, and keeps its connection', async () => {
    const database = await open({}, { poolSize: 1 });
    const other = await open({});
    const pid = await pidOf(database);
    await other.transaction().execute(async (holder) => {
      await sql`lock table customers`.execute(holder);
      await sql`set lock_timeout = '100ms'`.execute(database);
      const waiting = database.selectFrom('customers').selectAll().execute();
      await expect(waiting).rejects.toMatchObject({
        isBusy: true,
        message: expect.stringMatching(/^The database is busy: .* lock timeout/),
      });
    });
    expect(await pidOf(database)).toBe(pid);
  });

  test('repeats the transaction that PostgreSQL ends because of a deadlock', async () => {
    const { database, close } = await openTestDatabase();
    await execute(database, `insert into customers (email) values ('ann@example.com'), ('bob@example.com')`);
    let bothHold = () => {};
    const both = new Promise<void>((resolve) => (bothHold = resolve));
    let holding = 0;
    const rename = (transaction: Database, email: string) =>
      transaction.updateTable('customers').set({ name: 'New' }).where('email', '=', email).execute();
    const renameBoth = (first: string, second: string) =>
      transact(database, async (transaction) => {
        await rename(transaction, first);
        holding += 1;
        if (holding === 2) bothHold();
        await both;
        await rename(transaction, second);
      });
    await Promise.all([
      renameBoth('ann@example.com', 'bob@example.com'),
      renameBoth('bob@example.com', 'ann@example.com'),
    ]);
    // The repeated one may meet the other once more.
    expect(holding).toBeGreaterThan(2);
    await close();
  });

  describe('whatever its administrators set', () => {
    const portal = { databaseUrl: '', drop: async () => {} };
    const name = () => new URL(portal.databaseUrl).pathname.slice(1);
    beforeEach(async () => void Object.assign(portal, await createTestDatabase()));
    afterEach(() => portal.drop());
    const start = (options: Partial<DatabaseOptions> = {}) =>
      openDatabase({ databaseUrl: portal.databaseUrl, dataDir: '', ...options });
    /** Sets defaults of new connections. */
    const alter = async (...settings: string[]) => {
      const { database, close } = await start();
      await execute(database, ...settings.map((setting) => `alter database ${name()} set ${setting}`));
      await close();
    };

    test.each(['German, DMY', 'SQL, DMY', 'Postgres, MDY'])(
      'dates arrive with the style %s',
      async (style) => {
        await alter(`datestyle = '${style}'`, `timezone = 'Asia/Kolkata'`, `intervalstyle = 'sql_standard'`);
        const { database, close } = await start();
        const created_at = new Date('2026-03-05T10:00:00.123Z');
        await database.insertInto('customers').values({ email: 'ann@example.com', created_at }).execute();
        const found = await database.selectFrom('customers').select('created_at').executeTakeFirst();
        expect(found).toEqual({ created_at });
        await close();
      },
    );

    test.each(['serializable', 'repeatable read'])(
      'transactions wait for each other with %s',
      async (isolation) => {
        await alter(`default_transaction_isolation = '${isolation}'`);
        const { database, close } = await start();
        await execute(database, `insert into customers (email, name) values ('ann@example.com', '')`);
        const append = (connection: Database) =>
          connection
            .updateTable('customers')
            .set({ name: sql`name || 'x'` })
            .execute();
        const work = Array.from({ length: 5 }, () => [append(database), transact(database, append)]);
        await Promise.all(work.flat());
        const found = await database.selectFrom('customers').select('name').executeTakeFirst();
        expect(found).toEqual({ name: 'x'.repeat(10) });
        await close();
      },
    );

    test('imports and migrations have no limits', async () => {
      const limits = ['statement', 'lock', 'idle_in_transaction_session', 'transaction'].map(
        (limit) => `${limit}_timeout`,
      );
      await alter(...limits.map((limit) => `${limit} = '1s'`));
      const { database, close } = await start({ isPatient: true });
      for (const limit of limits) expect([limit, await setting(database, limit)]).toEqual([limit, '0']);
      await close();
    });

    test('a read-only database starts, and is not ready', async () => {
      await alter('default_transaction_read_only = on');
      const { database, close } = await start();
      await expect(databaseAnswers(database)).rejects.toMatchObject(unavailable('it is read-only'));
      await close();
    });

    test('refuses an encoding that cannot store every character', async () => {
      const { database, close } = await start();
      const latin = `${name()}_latin`;
      await execute(database, `create database ${latin} template template0 encoding 'LATIN1' locale 'C'`);
      const databaseUrl = portal.databaseUrl.replace(name(), latin);
      await expect(start({ databaseUrl })).rejects.toThrow(
        /^The encoding of the database is LATIN1 and must be UTF8\. Create one/,
      );
      await execute(database, `drop database ${latin}`);
      await close();
    });
  });

  test('is busy when no connection becomes free in time', async () => {
    const database = await open({ connectionTimeoutMillis: '200' }, { poolSize: 1 });
    const waiting = database.connection().execute(() => pidOf(database));
    await expect(waiting).rejects.toMatchObject({
      ...unavailable('timeout exceeded when trying to connect'),
      isBusy: true,
    });
  });

  test('requests have time limits', async () => {
    const database = await open({});
    expect(await setting(database, 'statement_timeout')).toBe('15s');
    expect(await setting(database, 'idle_in_transaction_session_timeout')).toBe('30s');
  });

  test('with MIGRATE_ON_START=false, rejects an older schema and accepts a current one', async () => {
    const { database, close } = await openTestDatabase();
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database);
    const url = new URL(`/${rows[0]?.name}`, server).href;
    const start = () => openDatabase({ databaseUrl: url, dataDir: '', migrateOnStart: false });
    await (await start()).close();
    await sql`delete from kysely_migration where name = '001-schema'`.execute(database);
    await expect(start()).rejects.toThrow(/older .*: 001-schema missing\. Run `pnpm portal migrate`/);
    await close();
  });
});
