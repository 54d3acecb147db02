import { createHash } from 'node:crypto';
import type { Database } from '../database/connect';
import { loadRecords } from '../import/import-customers';
import { parseJson, type Path } from '../import/json-text';
import type { Problem } from '../import/read-rows';
import { hookDeliveryStore } from './hook-delivery-store';
import { orderStore } from './order-store';

/** The answer to a delivery. */
export interface HookAnswer {
  status: 200 | 400 | 422;
  body: { success: boolean; message: string } & Record<string, unknown>;
  /** Whether the answer is that of an earlier delivery with the same id. */
  isRepeated?: boolean;
}

const MAX_ROWS = 50;

/** `[0, 'orders', 2, 'Status']` → `orders[2].Status`, without the row, which `rowOf` returns. */
const fieldOf = ([, ...path]: Path): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');

/** Rows count from 1, as in the report of an import. */
const rowOf = ([index]: Path): number => (typeof index === 'number' ? index + 1 : 1);

const refusal = (problems: readonly Problem[]): HookAnswer => {
  const rows = problems
    .map(({ path, reason, earlier }) => ({
      row: rowOf(path),
      field: fieldOf(path),
      reason: earlier ? `${reason}, first in row ${rowOf(earlier)}` : reason,
    }))
    .sort((one, other) => one.row - other.row);
  return {
    status: 422,
    body: {
      success: false,
      message: 'Nothing was loaded. Fix the rows and send them again.',
      rows: rows.slice(0, MAX_ROWS),
      more: Math.max(0, rows.length - MAX_ROWS),
    },
  };
};

const otherBody: HookAnswer = {
  status: 422,
  body: { success: false, message: 'This Idempotency-Key came before with another body. Use a new one.' },
};

/** Answers a repeated delivery as the first one. */
const repeat = async (
  transaction: Database,
  id: string,
  bodyHash: string,
): Promise<HookAnswer | undefined> => {
  const earlier = await hookDeliveryStore(transaction).find(id);
  if (!earlier) return undefined;
  if (earlier.bodyHash !== bodyHash) return otherBody;
  return { status: 200, body: { success: true, message: 'Loaded.', ...earlier.answer }, isRepeated: true };
};

/**
 * Loads a delivery of an ERP: all of it, or nothing and lists its problems. Keeps a stored order with a later
 * LastModifiedDateTime, because deliveries may overtake each other.
 * @param text JSON: a customer record of the import's format, or a list of them
 * @param id the Idempotency-Key: a delivery with a known one changes nothing
 */
export const receiveOrders = async (
  database: Database,
  text: string,
  id: string | undefined,
): Promise<HookAnswer> => {
  const parsed = parseJson(text);
  if ('fault' in parsed) {
    const { line, column, reason } = parsed.fault;
    return { status: 400, body: { success: false, message: `line ${line}, column ${column}: ${reason}` } };
  }
  const records: unknown[] = Array.isArray(parsed.value) ? parsed.value : [parsed.value];
  const bodyHash = createHash('sha256').update(text).digest('hex');

  const transaction = await database.startTransaction().execute();
  try {
    // Two deliveries with one id take turns.
    await orderStore(transaction).lockWrites();
    const repeated = id && (await repeat(transaction, id, bodyHash));
    if (repeated) return repeated;
    const loaded = await loadRecords(transaction, records, { keepNewer: true });
    if ('problems' in loaded) return refusal(loaded.problems);
    if (id) await hookDeliveryStore(transaction).add(id, bodyHash, loaded);
    await transaction.commit().execute();
    return { status: 200, body: { success: true, message: 'Loaded.', ...loaded } };
  } finally {
    if (!transaction.isCommitted) await transaction.rollback().execute();
  }
};
