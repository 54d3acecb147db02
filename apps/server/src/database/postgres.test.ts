import { sql } from 'kysely';
import { openTestDatabase } from '../testing/test-database';
import { openDatabase, type Database, type DatabaseOptions } from './connect';

const server = process.env['TEST_DATABASE_URL'];

/** Opens the database of TEST_DATABASE_URL, with additional URL parameters. */
const open = async (parameters: Record<string, string>, options: Partial<DatabaseOptions> = {}) => {
  const url = new URL(server ?? '');
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return openDatabase({ databaseUrl: url.href, dataDir: '', ...options });
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
    const { database, close } = await open({});
    const other = await open({});
    const work = database.connection().execute(async (connection) => {
      await terminate(other.database, await pidOf(connection));
      // The client learns of the termination before it sends the next statement.
      await other.database.connection().execute((unrelated) => sql`select pg_sleep(0.2)`.execute(unrelated));
      await sql`select 1`.execute(connection);
    });
    await expect(work).rejects.toMatchObject(unavailable(/terminat|queryable/));
    expect(await pidOf(database)).toEqual(expect.any(Number));
    await close();
    await other.close();
  });

  test('does not reuse a connection that PostgreSQL terminates during a statement', async () => {
    const { database, close } = await open({}, { poolSize: 1 });
    const other = await open({});
    const pid = await pidOf(database);
    const sleeping = sql`select pg_sleep(60)`.execute(database);
    const next = pidOf(database);
    await terminate(other.database, pid);
    await expect(sleeping).rejects.toMatchObject(unavailable('terminating connection due to'));
    expect(await next).not.toBe(pid);
    await close();
    await other.close();
  });

  test('cancels a statement that takes too long, and keeps its connection usable', async () => {
    const { database, close } = await open({ statement_timeout: '200' }, { poolSize: 1 });
    const sleeping = sql`select pg_sleep(60)`.execute(database);
    await expect(sleeping).rejects.toMatchObject(unavailable('due to statement timeout'));
    expect(await pidOf(database)).toEqual(expect.any(Number));
    await close();
  });

  test('reports a timeout when no connection becomes free in time', async () => {
    const { database, close } = await open({ connectionTimeoutMillis: '200' }, { poolSize: 1 });
    const waiting = database.connection().execute(() => pidOf(database));
    await expect(waiting).rejects.toMatchObject(unavailable('timeout exceeded when trying to connect'));
    await close();
  });

  test('requests have time limits; imports and migrations do not', async () => {
    const requests = await open({});
    const imports = await open({}, { isPatient: true });
    expect(await setting(requests.database, 'statement_timeout')).toBe('15s');
    expect(await setting(requests.database, 'idle_in_transaction_session_timeout')).toBe('30s');
    for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
      expect(await setting(imports.database, limit)).toBe('0');
    await requests.close();
    await imports.close();
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
