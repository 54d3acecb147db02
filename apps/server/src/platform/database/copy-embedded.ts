import { sql } from 'kysely';
import { connectDatabase, type Database } from './connect';
import { readSchema } from './migrate';

class CopyRefusedError extends Error {
  override readonly name = 'CopyRefusedError';
  readonly kind = 'refused';
}

/** Few enough rows to hold in memory, even if each is an order with long events. */
const ROWS_PER_BATCH = 100;

/** The tables that others refer to. */
const FIRST = ['customers', 'orders', 'answers', 'imports', 'releases'];

/** All tables, in an order in which each row finds what it refers to. */
const tablesIn = async (database: Database): Promise<string[]> => {
  const tables = await database.introspection.getTables();
  const others = tables
    .filter(({ name, isView }) => !isView && !FIRST.includes(name))
    .map(({ name }) => name);
  return [...FIRST, ...others];
};

const requireEmpty = async (database: Database, tables: readonly string[]): Promise<void> => {
  const looks = tables.map(
    (name) => sql`select ${sql.lit(name)} as name where exists (select from ${sql.table(name)})`,
  );
  const { rows } = await sql<{ name: string }>`${sql.join(looks, sql` union all `)}`.execute(database);
  if (rows.length > 0)
    throw new CopyRefusedError(
      `The database of DATABASE_URL already holds ${rows.map(({ name }) => name).join(', ')}. Use an empty database.`,
    );
};

/** This version would leave the columns of a newer one behind. */
const requireKnownSchema = async (database: Database, where: string): Promise<void> => {
  const { newer } = await readSchema(database);
  if (newer.length > 0)
    throw new CopyRefusedError(
      `A newer version of the portal executed ${newer.join(', ')} in ${where}. Run this command with that version.`,
    );
};

/** Copies a table in batches. A row travels as the text that its row type accepts. @returns the number of rows */
const copyRows = async (source: Database, target: Database, name: string): Promise<number> => {
  const table = sql.table(name);
  await sql`declare batches no scroll cursor for select row(t.*)::text as line from ${table} as t`.execute(
    source,
  );
  for (let copied = 0; ;) {
    const { rows } = await sql<{
      line: string;
    }>`fetch ${sql.lit(ROWS_PER_BATCH)} from batches`.execute(source);
    if (rows.length === 0) {
      await sql`close batches`.execute(source);
      return copied;
    }
    const lines = rows.map(({ line }) => line);
    await sql`insert into ${table} select * from unnest(${lines}::${table}[])`.execute(target);
    copied += lines.length;
  }
};

const copyTables = async (source: Database, target: Database) => {
  const tables = await tablesIn(source);
  // A portal that already runs on the target could write meanwhile.
  await sql`lock table ${sql.join(tables.map((name) => sql.table(name)))} in exclusive mode`.execute(target);
  await requireEmpty(target, tables);
  const copied: { table: string; rows: number }[] = [];
  for (const table of tables) copied.push({ table, rows: await copyRows(source, target, table) });
  return copied;
};

/**
 * Copies the embedded database in `dataDir` into the empty PostgreSQL at `databaseUrl`, all or nothing.
 * @throws CopyRefusedError when PostgreSQL is not empty, or a schema is newer; the errors of opening a database
 */
export const copyEmbedded = async ({ dataDir, databaseUrl }: { dataDir: string; databaseUrl: string }) => {
  const target = await connectDatabase({ databaseUrl, dataDir, isPatient: true });
  try {
    const source = await connectDatabase({ databaseUrl: undefined, dataDir });
    try {
      await requireKnownSchema(target.database, 'the database of DATABASE_URL');
      await requireKnownSchema(source.database, dataDir);
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
