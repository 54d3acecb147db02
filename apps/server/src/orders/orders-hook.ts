import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { AuditEvent } from '../audit/audit';
import type { Database } from '../database/connect';
import { load } from '../import/import-customers';
import { inOrder } from '../import/import-report';
import { InvalidJsonError, type Path } from '../import/json-text';
import { fileEntries, readRows, type Problem } from '../import/read-rows';
import { hookDeliveryStore } from './hook-delivery-store';
import { orderStore } from './order-store';

/** The answer to a delivery. */
export interface HookAnswer {
  status: 200 | 400 | 413 | 422;
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

const rowsOf = (problems: readonly Problem[]) =>
  [...problems].sort(inOrder).map(({ path, reason, earlier }) => ({
    row: rowOf(path),
    field: fieldOf(path),
    reason: earlier ? `${reason}, first in row ${rowOf(earlier)}` : reason,
  }));

const refusal = (problems: readonly Problem[], more: number): HookAnswer => ({
  status: 422,
  body: {
    success: false,
    message: 'Nothing was loaded. Fix the rows and send them again.',
    rows: rowsOf(problems).slice(0, MAX_ROWS),
    more: more + Math.max(0, problems.length - MAX_ROWS),
  },
});

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

/** In characters: a part of a body takes a few milliseconds. */
const PART = 16 * 1024;

/** Lets other requests take turns between the parts of a long body. */
const inTurns = async function* (text: string) {
  for (let at = 0; at < text.length; at += PART) {
    yield text.slice(at, at + PART);
    await setImmediate();
  }
};

/** More changed customers and orders than an ERP has at once; the rest of a load does not take turns. */
const MAX_ENTRIES = 10_000;

const tooMany: HookAnswer = {
  status: 413,
  body: {
    success: false,
    message: `A delivery has at most ${MAX_ENTRIES} customers and orders. Split it, or use portal import.`,
  },
};

/**
 * Loads a delivery of an ERP: all of it, or nothing and lists its problems. Keeps a stored order with a later
 * LastModifiedDateTime, because deliveries may overtake each other.
 * @param text JSON: a customer record of the import's format, or a list of them
 * @param id the Idempotency-Key: a delivery with a known one changes nothing
 * @param audit records changed contacts and moved orders
 */
export const receiveOrders = async (
  database: Database,
  text: string,
  id: string | undefined,
  audit?: (event: AuditEvent) => void,
): Promise<HookAnswer> => {
  const entries = fileEntries({ [Symbol.asyncIterator]: () => inTurns(text) }, { mayBeOne: true });
  const reading = await readRows(entries).catch((error: unknown) => {
    if (!(error instanceof InvalidJsonError)) throw error;
    return { status: 400 as const, body: { success: false, message: error.message } };
  });
  if ('status' in reading) return reading;
  if (reading.rows.length + reading.orders.size > MAX_ENTRIES) return tooMany;
  const bodyHash = createHash('sha256').update(text).digest('hex');

  const transaction = await database.startTransaction().execute();
  try {
    // Two deliveries with one id take turns.
    await orderStore(transaction).lockWrites();
    const repeated = id && (await repeat(transaction, id, bodyHash));
    if (repeated) return repeated;
    const loaded = await load(transaction, entries, reading, { keepNewer: true });
    if ('problems' in loaded) return refusal(loaded.problems, reading.more);
    const { customers, orders, ignoredFields } = loaded;
    const answer = { customers, orders, ignoredFields, notes: rowsOf(loaded.notes) };
    if (id) await hookDeliveryStore(transaction).add(id, bodyHash, answer);
    await transaction.commit().execute();
    for (const event of loaded.events) audit?.(event);
    return { status: 200, body: { success: true, message: 'Loaded.', ...answer } };
  } finally {
    if (!transaction.isCommitted) await transaction.rollback().execute();
  }
};
