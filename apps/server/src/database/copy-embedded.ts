import { sql } from 'kysely';
import { connectDatabase, type Database } from './connect';
import { readSchema } from './migrate';
import type { Tables } from './schema';

/** No row was copied. */
class CopyRefusedError extends Error {
  override readonly name = 'CopyRefusedError';
  readonly kind = 'refused';
}

/** Few enough rows to hold in memory, even if each is an order with long events. */
const ROWS_PER_BATCH = 100;

/** All tables, each after those that it refers to. */
const TABLES = [
  'customers',
  'orders',
  'challenges',
  'known_browsers',
  'limit_hits',
  'sessions',
  'outbox',
  'hook_deliveries',
  'used_tokens',
] as const satisfies (keyof Tables)[];

/** The tables in the schema that the connection selects, without those of the migrations: each database has its own. */
const tablesIn = async (database: Database): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relkind in ('r', 'p') and relnamespace = quote_ident(current_schema())::regnamespace
      and relname not in ('kysely_migration', 'kysely_migration_lock')
    order by relname`.execute(database);
  return rows.map(({ name }) => name);
};

const hasRows = async (database: Database, name: string): Promise<boolean> => {
  const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(database);
  return rows.length > 0;
};

const requireEmpty = async (database: Database, tables: readonly string[]): Promise<void> => {
  const filled: string[] = [];
  for (const name of tables) if (await hasRows(database, name)) filled.push(name);
  if (filled.length > 0)
    throw new CopyRefusedError(
      `The database of DATABASE_URL already holds ${filled.join(', ')}. Use an empty database.`,
    );
};

const requireKnown = (newer: readonly string[], where: string): void => {
  if (newer.length > 0)
    throw new CopyRefusedError(
      `A newer version of the portal executed ${newer.join(', ')} in ${where}. Run this command with that version.`,
    );
};

/** The rows of a table in batches, each row as the text that its row type accepts: no value loses precision. */
const readBatches = async function* (database: Database, name: string) {
  await sql`
    declare batches no scroll cursor for select row(t.*)::text as line from ${sql.table(name)} as t`.execute(
    database,
  );
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(ROWS_PER_BATCH)} from batches`.execute(
      database,
    );
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await sql`close batches`.execute(database);
};

/** @returns the number of rows */
const copyRows = async (source: Database, target: Database, name: string): Promise<number> => {
  let copied = 0;
  for await (const lines of readBatches(source, name)) {
    await sql`
      insert into ${sql.table(name)} select * from unnest(${lines}::${sql.table(name)}[])`.execute(target);
    copied += lines.length;
  }
  return copied;
};

/** Copies all tables into those of a database with the same schema, in one transaction. */
const copyTables = async (source: Database, target: Database) => {
  // A portal that already runs on the target could write meanwhile.
  await sql`lock table ${sql.join(TABLES.map((name) => sql.table(name)))} in exclusive mode`.execute(target);
  await requireEmpty(target, TABLES);
  const copied: { table: string; rows: number }[] = [];
  for (const table of TABLES) copied.push({ table, rows: await copyRows(source, target, table) });
  return copied;
};

/**
 * Copies the embedded database in `dataDir` into the empty PostgreSQL at `databaseUrl`, all or nothing. Both get this
 * version's schema (docs/decisions/099-from-the-embedded-database.md).
 * @returns the migrations executed on PostgreSQL, and the number of rows of each table
 * @throws CopyRefusedError when PostgreSQL is not empty, or a schema is newer; DirectoryInUseError while the portal runs
 * in `dataDir`; the other errors of opening a database
 */
export const copyEmbedded = async ({ dataDir, databaseUrl }: { dataDir: string; databaseUrl: string }) => {
  const target = await connectDatabase({ databaseUrl, dataDir, isPatient: true });
  try {
    const source = await connectDatabase({ databaseUrl: undefined, dataDir });
    try {
      requireKnown((await readSchema(target.database)).newer, 'the database of DATABASE_URL');
      requireKnown((await readSchema(source.database)).newer, dataDir);
      await requireEmpty(target.database, await tablesIn(target.database));
      const migrated = await target.migrateNow();
      await source.migrateNow();
      const copied = await source.database
        .transaction()
        .execute((from) => target.database.transaction().execute((to) => copyTables(from, to)));
      return { migrated, copied };
    } finally {
      await source.close();
    }
  } finally {
    await target.close();
  }
};
