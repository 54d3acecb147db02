import { sql, type RawBuilder } from 'kysely';
import type { Config } from '../config/config';
import type { Database } from '../database/connect';
import { tableRules } from '../database/schema';

/** Few enough rows for a statement to stay far below its time limit. */
const DELETED_PER_STATEMENT = 10_000;

/** Deletes in batches: a single statement could reach its time limit. */
const deleteRows = async (database: Database, table: string, old: RawBuilder<boolean>): Promise<void> => {
  // The condition is checked again, because a row may have changed since it was found.
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)}
    where ctid = any(array(select ctid from ${sql.table(table)} where ${old} limit ${sql.lit(DELETED_PER_STATEMENT)}))
      and ${old}`.execute(database);
  if (numAffectedRows >= DELETED_PER_STATEMENT) await deleteRows(database, table, old);
};

/**
 * Deletes rows that no rule reads any more (`old` in platform/database/schema.ts), so that tables do not grow forever.
 * @param onError gets the error of each table that could not be cleaned; the others are
 */
export const createHousekeeping =
  (
    { config, database }: { config: Pick<Config, 'session' | 'ordersKeptDays'>; database: Database },
    onError: (error: unknown) => void,
  ) =>
  async () => {
    for (const [table, { old }] of tableRules)
      for (const condition of old?.(config) ?? [])
        await deleteRows(database, table, condition).catch(onError);
  };
