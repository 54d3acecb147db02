import { sql } from 'kysely';
import type { Database } from './connect';
import { readSchema } from './migrate';

/** With MIGRATE_ON_START=false, the user needs no more than to read the tables of the migrations. */
const readDenied = async (database: Database): Promise<string[]> => {
  const { rows } = await sql<{ what: string }>`
    select privilege || ' on ' || relname as what
    from pg_class, unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) as privilege
    where relnamespace = current_schema()::text::regnamespace and relkind = 'r' and relname not like 'kysely%'
      and not has_table_privilege(pg_class.oid, privilege)
    union all
    select 'any write: it is read-only' where current_setting('transaction_read_only') = 'on'
    order by what`.execute(database);
  return rows.map(({ what }) => what);
};

/** Reads the migrations of a database, what its user may not do, such as `INSERT on customers`, and its clock. */
export const readState = async (database: Database) => {
  const schema = await readSchema(database);
  const { rows } = await sql<{ at: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`.execute(database);
  return { ...schema, denied: await readDenied(database), at: rows[0]?.at ?? NaN };
};
