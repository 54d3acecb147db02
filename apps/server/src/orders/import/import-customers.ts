import type { Audit } from '../../platform/audit/audit';
import type { Channel } from '../../platform/contact/contact';
import type { Database } from '../../platform/database/connect';
import type { LoadReport } from '../../platform/database/schema';
import { orderStore } from '../records/order-store';
import { InvalidJsonError, readJsonRows, type Chunks } from './json-rows';
import { load, type LoadOptions, type Progress } from './load';
import { createReader, reportRows, type Problem, type Problems } from './read-rows';

type Counts = LoadReport['customers'];

/** A fault of the file itself has only a line. */
type WrongRow = Pick<Problem, 'line' | 'reason'> & Partial<Problem>;

/** The result of an import: the whole file was loaded, or nothing. Rows and notes are in the order of the file. */
export type ImportReport =
  | { outcome: 'refused'; rows: WrongRow[]; /** The number of rows left out. */ more: number }
  | {
      /** `held`: it changes or writes so much that the operator must confirm it. */
      outcome: 'loaded' | 'checked' | 'held';
      customers: Counts;
      orders: Counts;
      /** What it sends to customers, by channel. */
      messages: Record<Channel, number>;
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

interface ImportOptions extends Pick<LoadOptions, 'kinds' | 'isQuiet' | 'erasures'> {
  dryRun?: boolean;
  /** Whether the operator has confirmed that it changes or writes much. */
  isConfirmed?: boolean;
  /** Whether it is the embedded database, which keeps the space of what was rolled back until it is vacuumed. */
  isEmbedded?: boolean;
  audit?: Audit;
}

/** The most that a load changes, or writes to, without a confirmation: of all orders, or customers, and at least so many. */
const MOST_SHARE = 0.2;
const MOST_FEW = 100;

/** Whether a load changes many of the orders that there were, or writes to many customers. */
const isMuch = async (transaction: Database, { orders, messages }: Progress): Promise<boolean> => {
  const { customers, orders: all } = await orderStore(transaction).count();
  const written = new Set(Object.values(messages).flatMap((ids) => [...ids])).size;
  const isMost = (part: number, whole: number) => part > Math.max(MOST_FEW, whole * MOST_SHARE);
  return isMost(orders.updated, all - orders.new) || isMost(written, customers);
};

const loadFile = async (database: Database, file: Chunks, options: ImportOptions) => {
  const { dryRun, isConfirmed, isEmbedded, kinds, isQuiet, erasures } = options;
  const transaction = await database.startTransaction().execute();
  try {
    const loaded = await load(transaction, readJsonRows(file), { source: 'file', kinds, isQuiet, erasures });
    const isRefused = loaded.problems.first.length > 0;
    const isHeld = !dryRun && !isRefused && !isConfirmed && (await isMuch(transaction, loaded));
    if (!dryRun && !isRefused && !isHeld) await transaction.commit().execute();
    return { ...loaded, isHeld };
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
  const { customers, orders, ignoredFields, notes, messages, isHeld } = loaded;
  if (!dryRun && !isHeld) for (const event of loaded.events) audit?.(event);
  const { outdated: _, ...counts } = orders;
  const outcome = dryRun ? 'checked' : 'loaded';
  return {
    outcome: isHeld ? 'held' : outcome,
    customers,
    orders: counts,
    messages: { email: messages.email.size, sms: messages.sms.size },
    ignoredFields,
    notes: reportRows(notes),
  };
};

const countsText = ({ new: added, updated, unchanged }: Counts): string =>
  `${added} new, ${updated} updated, ${unchanged} unchanged`;

/** `500 emails, 12 text messages` */
export const messagesText = ({ email, sms }: Record<Channel, number>): string =>
  [`${email} email${email === 1 ? '' : 's'}`, `${sms} text message${sms === 1 ? '' : 's'}`].join(', ');

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
  const { outcome, customers, orders, messages, ignoredFields, notes } = report;
  const isLoaded = outcome === 'loaded';
  return [
    isLoaded ? 'Loaded.' : 'The file can be loaded; nothing was changed.',
    `customers  ${countsText(customers)}`,
    `orders     ${countsText(orders)}`,
    ...(messages.email + messages.sms > 0
      ? [`messages   ${isLoaded ? 'waiting: ' : 'would send '}${messagesText(messages)}`]
      : []),
    ...(ignoredFields.length > 0 ? [`ignored    unknown fields: ${ignoredFields.join(', ')}`] : []),
    ...linesText(notes),
  ].join('\n');
};
