import { sql } from 'kysely';
import { connectDatabase, type Database } from './connect';
import { readSchema } from './migrate';

/** No row was copied. */
class CopyRefusedError extends Error {
  override readonly name = 'CopyRefusedError';
}

/** Few enough rows to hold in memory, even if each is an order with long events. */
const ROWS_PER_BATCH = 100;

interface Table {
  name: string;
  /** In the order of the table's row type. */
  columns: string[];
  /** Without generated columns, which accept no values. */
  writable: string[];
  /** The other tables that its foreign keys refer to. */
  references: string[];
}

/** Reads the tables of a database from its catalog, without those of the migrations: each database has its own. */
const readTables = async (database: Database): Promise<Table[]> => {
  const { rows } = await sql<Table>`
    select
      relname::text as name,
      array(select attname::text from pg_attribute
        where attrelid = t.oid and attnum > 0 and not attisdropped order by attnum) as columns,
      array(select attname::text from pg_attribute
        where attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as writable,
      array(select o.relname::text from pg_constraint join pg_class as o on o.oid = confrelid
        where contype = 'f' and conrelid = t.oid and confrelid <> t.oid) as references
    from pg_class as t
    where relkind in ('r', 'p') and not relispartition and relnamespace = quote_ident(current_schema())::regnamespace
      and relname not in ('kysely_migration', 'kysely_migration_lock')
    order by relname`.execute(database);
  return rows;
};

/** Returns the embedded database's tables, with the columns in PostgreSQL's order; an extension's own are left out. */
const tablesInBoth = async (source: Database, target: Database): Promise<Table[]> => {
  const found = await readTables(target);
  const names = (await readTables(source)).map(({ name }) => name);
  const missing = names.filter((name) => found.every((table) => table.name !== name));
  if (missing.length > 0)
    throw new CopyRefusedError(
      `The schema that DATABASE_URL selects has no table ${missing.join(', ')}. Check the search_path of its user.`,
    );
  return found.filter(({ name }) => names.includes(name));
};

/** Sorts tables so that each one follows those that it refers to. */
const inForeignKeyOrder = (tables: readonly Table[], sorted: readonly Table[] = []): readonly Table[] => {
  const left = tables.filter((table) => !sorted.includes(table));
  if (left.length === 0) return sorted;
  const ready = left.filter(({ references }) => left.every(({ name }) => !references.includes(name)));
  if (ready.length === 0)
    throw new Error(
      `The foreign keys of ${left.map(({ name }) => name).join(', ')} form a circle: no table can be copied first.`,
    );
  return inForeignKeyOrder(tables, [...sorted, ...ready]);
};

const hasRows = async (database: Database, name: string): Promise<boolean> => {
  const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(database);
  return rows.length > 0;
};

const requireEmpty = async (database: Database, tables: readonly Table[]): Promise<void> => {
  const filled: string[] = [];
  for (const { name } of tables) if (await hasRows(database, name)) filled.push(name);
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

const list = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

/** The rows of a table in batches, each row as the text that its row type accepts: no value loses precision. */
const readBatches = async function* (database: Database, { name, columns }: Table) {
  await sql`
    declare batches no scroll cursor for
    select row(${list(columns)})::text as line from ${sql.table(name)}`.execute(database);
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
const copyRows = async (source: Database, target: Database, table: Table): Promise<number> => {
  const name = sql.table(table.name);
  const columns = list(table.writable);
  let copied = 0;
  for await (const lines of readBatches(source, table)) {
    await sql`
      insert into ${name} (${columns}) overriding system value
      select ${columns} from unnest(${lines}::${name}[])`.execute(target);
    copied += lines.length;
  }
  return copied;
};

/** Makes sequences and identity columns continue where those of the embedded database are. */
const copySequences = async (source: Database, target: Database): Promise<void> => {
  const { rows } = await sql<{ name: string; value: string }>`
    select sequencename::text as name, last_value::text as value from pg_sequences
    where schemaname = current_schema() and last_value is not null`.execute(source);
  for (const { name, value } of rows)
    await sql`select setval(quote_ident(${name})::regclass, ${value}::bigint)`.execute(target);
};

/** Copies all tables into those of a database with the same schema, in one transaction. */
const copyTables = async (source: Database, target: Database) => {
  const tables = inForeignKeyOrder(await tablesInBoth(source, target));
  // A portal that already runs on the target could write meanwhile.
  await sql`lock table ${sql.join(tables.map(({ name }) => sql.table(name)))} in exclusive mode`.execute(
    target,
  );
  await requireEmpty(target, tables);
  const copied: { table: string; rows: number }[] = [];
  for (const table of tables) copied.push({ table: table.name, rows: await copyRows(source, target, table) });
  await copySequences(source, target);
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
      await requireEmpty(target.database, await readTables(target.database));
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
