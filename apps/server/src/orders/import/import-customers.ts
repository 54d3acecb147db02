import type { Audit } from '../../platform/audit/audit';
import type { Database } from '../../platform/database/connect';
import type { LoadReport } from '../../platform/database/schema';
import type { StatusKinds } from '../records/order-record';
import { orderStore } from '../records/order-store';
import { InvalidJsonError, readJsonRows, type Chunks } from './json-rows';
import { load } from './load';
import { createReader, reportRows, type Problem, type Problems } from './read-rows';

type Counts = LoadReport['customers'];

/** A fault of the file itself has only a line. */
type WrongRow = Pick<Problem, 'line' | 'reason'> & Partial<Problem>;

/** The result of an import: the whole file was loaded, or nothing. Rows and notes are in the order of the file. */
export type ImportReport =
  | { outcome: 'refused'; rows: WrongRow[]; /** The number of rows left out. */ more: number }
  | {
      outcome: 'loaded' | 'checked';
      customers: Counts;
      orders: Counts;
      ignoredFields: string[];
      /** Changed contacts, moved orders, and phone numbers that sign nobody in. */
      notes: WrongRow[];
    };

/** The report on a file with problems. */
const refuse = ({ first, more }: Problems): ImportReport => ({
  outcome: 'refused',
  rows: reportRows(first),
  more,
});

/** The report on a file that cannot be read as a list. @throws other errors again */
const refuseError = (error: unknown): ImportReport => {
  if (!(error instanceof InvalidJsonError)) throw error;
  const { line, column, reason } = error;
  return { outcome: 'refused', rows: [{ line, reason: `column ${column}: ${reason}` }], more: 0 };
};

/** Checks a file without a database, so that nobody waits for a wrong one. @returns the report on a wrong file */
export const checkFile = async (file: Chunks): Promise<ImportReport | undefined> => {
  const { read, problems } = createReader();
  try {
    for await (const row of readJsonRows(file)) read(row);
  } catch (error) {
    return refuseError(error);
  }
  return problems.first.length > 0 ? refuse(problems) : undefined;
};

interface ImportOptions {
  dryRun?: boolean;
  /** Whether it is the embedded database, which keeps the space of what was rolled back until it is vacuumed. */
  isEmbedded?: boolean;
  audit?: Audit;
  kinds?: StatusKinds;
}

const loadFile = async (database: Database, file: Chunks, { dryRun, isEmbedded, kinds }: ImportOptions) => {
  const transaction = await database.startTransaction().execute();
  try {
    const loaded = await load(transaction, readJsonRows(file), { source: 'file', kinds });
    if (!dryRun && loaded.problems.first.length === 0) await transaction.commit().execute();
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
  if (loaded.problems.first.length > 0) return refuse(loaded.problems);
  if (!dryRun) for (const event of loaded.events) audit?.(event);
  const { customers, orders, ignoredFields, notes } = loaded;
  const { outdated: _, ...counts } = orders;
  return {
    outcome: dryRun ? 'checked' : 'loaded',
    customers,
    orders: counts,
    ignoredFields,
    notes: reportRows(notes),
  };
};

const countsText = ({ new: added, updated, unchanged }: Counts): string =>
  `${added} new, ${updated} updated, ${unchanged} unchanged`;

const linesText = (rows: readonly WrongRow[]): string[] => {
  const width = String(rows.at(-1)?.line).length;
  return rows.map(({ line, row, key, field, reason }) => {
    const where = [`line ${String(line).padStart(width)}`, row && `row ${row}`, key, field];
    return `${where.filter(Boolean).join(', ')}: ${reason}`;
  });
};

/** The report as text for a terminal, without a final line break. */
export const reportText = (report: ImportReport): string => {
  if (report.outcome === 'refused')
    return [
      ...linesText(report.rows),
      ...(report.more > 0 ? [`and ${report.more} more`] : []),
      '',
      'Nothing was loaded. Fix the file and import it again.',
    ].join('\n');
  const { outcome, customers, orders, ignoredFields, notes } = report;
  return [
    outcome === 'checked' ? 'The file can be loaded; nothing was changed.' : 'Loaded.',
    `customers  ${countsText(customers)}`,
    `orders     ${countsText(orders)}`,
    ...(ignoredFields.length > 0 ? [`ignored    unknown fields: ${ignoredFields.join(', ')}`] : []),
    ...linesText(notes),
  ].join('\n');
};
