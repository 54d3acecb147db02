import { type Migration, sql } from 'kysely';
import type { Database } from './connect';
import { migrations } from './migrations';

/** The id of the advisory lock, the same as Kysely's own migrator. */
const LOCK = '3853314791062309107';

/** A migration that waits for a lock makes all later requests for that table wait too. */
const LOCK_TIMEOUT = '5s';

export type Migrations = Record<string, Migration>;

/** The migrations by name, in their order. */
export interface Schema {
  executed: string[];
  /** Known to this server and not executed: the schema is older. */
  pending: string[];
  /** Executed and not known to this server: the schema is newer. */
  newer: string[];
}

/** Compares the database with the migrations of this server; changes nothing. */
export const readSchema = async (database: Database, known: Migrations = migrations): Promise<Schema> => {
  const executed = await executedIn(database);
  return {
    executed,
    pending: Object.keys(known)
      .filter((name) => !executed.includes(name))
      .sort(),
    newer: executed.filter((name) => !(name in known)),
  };
};

const executedIn = async (database: Database): Promise<string[]> => {
  const { rows } = await sql`select where to_regclass('kysely_migration') is not null`.execute(database);
  if (rows.length === 0) return [];
  const executed = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    database,
  );
  return executed.rows.map(({ name }) => name);
};

/**
 * Executes the pending migrations in one transaction; servers that start together take turns. Unlike Kysely's migrator, it
 * leaves newer migrations alone, so that a release can be taken back (docs/decisions/053-database.md).
 */
export const migrate = async (database: Database, known: Migrations = migrations): Promise<string[]> =>
  database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction);
    await sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`.execute(transaction);
    await sql`
      create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)
    `.execute(transaction);
    const { pending } = await readSchema(transaction, known);
    for (const name of pending) {
      await known[name]?.up(transaction);
      await sql`insert into kysely_migration values (${name}, ${new Date().toISOString()})`.execute(
        transaction,
      );
    }
    return pending;
  });
