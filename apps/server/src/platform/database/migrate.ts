import { sql } from 'kysely';
import { gt, lt } from 'semver';
import { version } from '../../../package.json';
import type { Database } from './connect';
import { migrations, type Migrations } from './migrations/index';

/** The id of the advisory lock, the same as Kysely's own migrator. */
const LOCK = '3853314791062309107';

/** A migration that waits for a lock makes all later requests for that table wait too. */
const LOCK_TIMEOUT = '5s';

/** The migrations by name, in their order, and what they mean for versions of the portal. */
export interface Schema {
  executed: string[];
  /** Known to this server and not executed: the schema is older. */
  pending: string[];
  /** Executed and not known to this server: the schema is newer. */
  newer: string[];
  /** The oldest version of the portal that works with the schema. */
  requires: string;
  /** The same, once the pending migrations are executed. */
  willRequire: string;
  /** What a newer schema means for this version; undefined: the schema is not newer. */
  ahead: { works: boolean; sentence: string } | undefined;
}

const FIRST_VERSION = '1.0.0';

const newest = (versions: readonly (string | null | undefined)[]): string =>
  versions.reduce<string>((one, other) => (other && gt(other, one) ? other : one), FIRST_VERSION);

const readAhead = (newer: readonly string[], requires: string): Schema['ahead'] => {
  const names = newer.join(', ');
  return lt(version, requires)
    ? {
        works: false,
        sentence: `A newer version of the portal changed the database (${names}), and version ${version} cannot work with it. Start version ${requires} or later, or restore the backup from before the upgrade.`,
      }
    : {
        works: true,
        sentence: `A newer version of the portal extended the database (${names}). Version ${version} works with it.`,
      };
};

/** Compares the database with the migrations of this server; changes nothing. */
export const readSchema = async (database: Database, known: Migrations = migrations): Promise<Schema> => {
  const rows = await executedIn(database);
  const executed = rows.map(({ name }) => name);
  const pending = Object.keys(known)
    .filter((name) => !executed.includes(name))
    .sort();
  const newer = executed.filter((name) => !(name in known));
  const requires = newest(rows.map((row) => row.requires));
  return {
    executed,
    pending,
    newer,
    requires,
    willRequire: newest([requires, ...pending.map((name) => known[name]?.requires)]),
    ahead: newer.length > 0 ? readAhead(newer, requires) : undefined,
  };
};

/** The migrations in the database; `requires` is for servers that do not know them. */
const executedIn = async (database: Database) => {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(database);
  if (!rows[0]?.exists) return [];
  const executed = await sql<{ name: string; requires: string | null }>`
    select name, requires from kysely_migration order by name`.execute(database);
  return executed.rows;
};

/** With MIGRATE_ON_START=false, the user needs no more than to read the tables of the migrations. */
const readDenied = async (database: Database, pending: boolean): Promise<string[]> => {
  const { rows } = await sql<{ what: string }>`
    select coalesce('CREATE on schema ' || current_schema(), 'any table: its search_path names no schema') as what
    where ${pending} and not coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)
    union all
    select privilege || ' on ' || relname as what
    from pg_class, unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) as privilege
    where relnamespace = current_schema()::text::regnamespace and relkind = 'r' and relname not like 'kysely%'
      and not has_table_privilege(pg_class.oid, privilege)
    union all
    select 'any write: it is read-only' where current_setting('transaction_read_only') = 'on'
    order by what`.execute(database);
  return rows.map(({ what }) => what);
};

/** How many connections it, this database, and this user may have, and where it listens; null: at a socket. */
export const readConnections = async (database: Database) => {
  const { rows } = await sql<{ connections: number; serverPort: number | null }>`
    select least(
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
        (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
        (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)
      ) as connections,
      inet_server_port() as "serverPort"`.execute(database);
  return rows[0] ?? { connections: NaN, serverPort: null };
};

/** Reads the migrations of a database, what its user may not do, such as `INSERT on customers`, and its clock. */
export const readState = async (database: Database) => {
  const schema = await readSchema(database);
  const { rows } = await sql<{ at: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`.execute(database);
  return { ...schema, denied: await readDenied(database, schema.pending.length > 0), at: rows[0]?.at ?? NaN };
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
      create table if not exists kysely_migration (
        name varchar(255) primary key, timestamp varchar(255) not null, requires text
      )
    `.execute(transaction);
    const { pending } = await readSchema(transaction, known);
    for (const name of pending) {
      await known[name]?.up(transaction);
      const row = sql.join([name, new Date().toISOString(), known[name]?.requires ?? null]);
      await sql`insert into kysely_migration values (${row})`.execute(transaction);
    }
    return pending;
  });
