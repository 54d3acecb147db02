import { randomUUID } from 'node:crypto';
import { sql, type RootOperationNode } from 'kysely';
import { Client } from 'pg';
import { openDatabase, type Database } from '../platform/database/connect';
import { TABLES } from '../platform/database/schema';
import { openSnapshot } from './database-snapshot';

/** Creates an empty database on the server of TEST_DATABASE_URL; undefined without one. */
export const createTestDatabase = async (server = process.env['TEST_DATABASE_URL']) =>
  server ? createFrom('template0', server) : undefined;

/** Creates a copy of a template. `run-on-postgres.ts` migrates `template1`; elsewhere, `openDatabase` migrates each copy. */
const createFrom = async (template: 'template0' | 'template1', server: string) => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(server, `create database ${name} template ${template}`);
  return {
    databaseUrl: new URL(`/${name}`, server).href,
    drop: () => administer(server, `drop database ${name}`),
  };
};

/** Opens a database for one test file: PGlite in memory, or a new one on the server of TEST_DATABASE_URL. */
export const openTestDatabase = async () => {
  const server = process.env['TEST_DATABASE_URL'];
  if (!server) {
    const database = await openSnapshot();
    return { database, pool: undefined, other: database, close: () => database.destroy() };
  }
  const { databaseUrl, drop } = await createFrom('template1', server);
  const { database, pool, close } = await openDatabase({ databaseUrl, dataDir: '' });
  const other = await openDatabase({ databaseUrl, dataDir: '' });
  return {
    database,
    pool,
    /** The same database, as another replica has it. */
    other: other.database,
    close: () => other.close().then(close).then(drop),
  };
};

const administer = async (server: string, statement: string) => {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
};

/** Executes statements that no store has. */
export const execute = async (database: Database, ...statements: string[]) => {
  for (const statement of statements) await sql.raw(statement).execute(database);
};

/** How the database would execute the statements of some work again, each as text. */
export const plansOf = async (
  database: Database,
  work: (database: Database) => Promise<unknown>,
): Promise<string[]> => {
  const executed: { node: RootOperationNode; queryId: { queryId: string } }[] = [];
  await work(
    database.withPlugin({
      transformQuery: ({ node, queryId }) => {
        executed.push({ node, queryId });
        return node;
      },
      transformResult: async ({ result }) => result,
    }),
  );
  return Promise.all(
    executed.map(async ({ node, queryId }) => {
      const statement = database.getExecutor().compileQuery(node, queryId);
      const { rows } = await database.executeQuery<{ 'QUERY PLAN': string }>({
        ...statement,
        sql: `explain ${statement.sql}`,
      });
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    }),
  );
};

/**
 * Empties every table except the migrations'. Deletes, because the tables have few rows: TRUNCATE makes new files for
 * each table, and took 20 times as long.
 */
export const emptyTables = async (database: Database) => {
  const deletions = Object.keys(TABLES)
    .filter((table) => table !== 'release_revision')
    .map((table) => sql`${sql.id(`empty_${table}`)} as (delete from ${sql.table(table)})`);
  await sql`with ${sql.join(deletions)} update release_revision set revision = revision + 1`.execute(
    database,
  );
};

/** Which transactions wrote and locked each order and customer, by order number and email address. */
export const rowVersions = async (database: Database) => {
  const { rows } = await sql<object>`
    select order_nbr as id, xmin::text, xmax::text from orders
    union all select email, xmin::text, xmax::text from customers order by id
  `.execute(database);
  return rows;
};

/** Lets time pass: moves every timestamp into the past, because rules use the database's clock (docs/decisions/013-one-factor.md). */
export const passTime = async (database: Database, { seconds = 0, minutes = 0, hours = 0, days = 0 }) => {
  const total = seconds + 60 * (minutes + 60 * (hours + 24 * days));
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and data_type = 'timestamp with time zone'`.execute(database);
  for (const { table_name, column_name } of rows)
    await sql`update ${sql.table(table_name)} set ${sql.ref(column_name)} = ${sql.ref(column_name)} - make_interval(secs => ${total})`.execute(
      database,
    );
};

/** Every row of every table as text, after the name of the table. */
export const dumpTables = async (database: Database): Promise<string[]> => {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(database);
  const lines: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} as t`.execute(
      database,
    );
    lines.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return lines;
};
