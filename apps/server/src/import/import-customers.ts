import type { Audit } from '../audit/audit';
import type { Database } from '../database/connect';
import { orderStore } from '../orders/order-store';
import { refuse, refuseError, wrongRows, type ImportReport } from './import-report';
import { readJsonRows, type Chunks } from './json-rows';
import { load } from './load';
import { createReader } from './read-rows';

/** Checks a file without a database, so that nobody waits for a wrong one. @returns the report on a wrong file */
export const checkFile = async (file: Chunks): Promise<ImportReport | undefined> => {
  const { read, problems } = createReader();
  try {
    for await (const row of readJsonRows(file)) read(row);
  } catch (error) {
    return refuseError(error);
  }
  return problems.length > 0 ? refuse(problems) : undefined;
};

interface ImportOptions {
  dryRun?: boolean;
  /** Whether it is the embedded database, which keeps the space of what was rolled back until it is vacuumed. */
  isEmbedded?: boolean;
  audit?: Audit;
}

const loadFile = async (database: Database, file: Chunks, { dryRun, isEmbedded }: ImportOptions) => {
  const transaction = await database.startTransaction().execute();
  try {
    const loaded = await load(transaction, readJsonRows(file));
    if (!dryRun && !('problems' in loaded)) await transaction.commit().execute();
    return loaded;
  } finally {
    if (!transaction.isCommitted) {
      await transaction.rollback().execute();
      // The result is final, whether or not the space is freed.
      if (isEmbedded)
        await orderStore(database)
          .vacuum()
          .catch(() => {});
    }
  }
};

/**
 * Loads the whole file, or nothing and lists its problems. Reads it once, a few customers at a time.
 * @param dryRun reports what would be loaded, and changes nothing
 */
export const importCustomers = async (
  database: Database,
  file: string | Chunks,
  options: ImportOptions = {},
): Promise<ImportReport> => {
  const { dryRun = false, audit } = options;
  const chunks = typeof file === 'string' ? [Buffer.from(file)] : file;
  const loaded = await loadFile(database, chunks, options).catch(refuseError);
  if ('outcome' in loaded) return loaded;
  if ('problems' in loaded) return refuse(loaded.problems);
  if (!dryRun) for (const event of loaded.events) audit?.(event);
  const { customers, orders, ignoredFields, notes } = loaded;
  const { outdated: _, ...counts } = orders;
  return {
    outcome: dryRun ? 'checked' : 'loaded',
    customers,
    orders: counts,
    ignoredFields,
    notes: wrongRows(notes),
  };
};
