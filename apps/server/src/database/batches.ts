import { sql, type RawBuilder } from 'kysely';
import type { Database } from './connect';
import type { Tables } from './schema';

/** PostgreSQL allows 65,535 parameters in a statement; a thousand rows stay well below. */
const ROWS_PER_STATEMENT = 1000;

/** Few enough rows for a statement to stay far below its time limit. */
const DELETED_PER_STATEMENT = 10_000;

/** Splits rows into batches that fit into one statement each. */
export const inBatches = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / ROWS_PER_STATEMENT) }, (_, index) =>
    items.slice(index * ROWS_PER_STATEMENT, (index + 1) * ROWS_PER_STATEMENT),
  );

/** Deletes all rows that meet a condition, in batches: a single statement could reach its time limit. */
export const deleteInBatches = async (
  database: Database,
  table: keyof Tables,
  condition: RawBuilder<boolean>,
): Promise<void> => {
  // The condition is checked again, because a row may have changed since it was found.
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)}
    where ctid = any(array(select ctid from ${sql.table(table)} where ${condition} limit ${sql.lit(DELETED_PER_STATEMENT)}))
      and ${condition}`.execute(database);
  if (numAffectedRows >= DELETED_PER_STATEMENT) await deleteInBatches(database, table, condition);
};
