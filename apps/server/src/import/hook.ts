import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { AuditEvent } from '../audit/audit';
import { lockImports } from '../customers/customer-store';
import type { Database } from '../database/connect';
import { Failure } from '../http/errors';
import { hookDeliveryStore } from './import-store';
import { InvalidJsonError, readJsonRows, type JsonRow } from './json-rows';
import { load } from './load';
import { ordersOf, reportRows, type Problems } from './read-rows';

const MAX_ROWS = 50;

/** @param counts the result of the load, or of an earlier delivery with the same id */
const success = (counts: object, isRepeated = false) => ({
  status: 200,
  body: { success: true, message: 'Loaded.', ...counts },
  isRepeated,
});

const refusal = (problems: Problems) => {
  const message = 'Nothing was loaded. Fix the rows and send them again.';
  const rows = reportRows(problems.first).map(({ line: _, ...row }) => row);
  const more = Math.max(0, rows.length - MAX_ROWS) + problems.more;
  const body = { success: false, message, rows: rows.slice(0, MAX_ROWS), more };
  return { status: 422, body, isRepeated: false };
};

/** In bytes: a part of a body takes a few milliseconds. */
const PART = 16 * 1024;

/** Lets other requests take turns between the parts of a long body. */
const inTurns = async function* (bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += PART) {
    yield bytes.subarray(at, at + PART);
    await setImmediate();
  }
};

/** More changed customers and orders than an ERP has at once; the rest of a load does not take turns. */
const MAX_ENTRIES = 10_000;

/** Reads the customers of a delivery: a list, or a single one. @throws Failure */
const read = async (bytes: Buffer): Promise<JsonRow[]> => {
  const rows: JsonRow[] = [];
  let entries = 0;
  try {
    for await (const row of readJsonRows(inTurns(bytes), { mayBeOne: true })) {
      rows.push(row);
      entries += 1 + ordersOf(row.value).orders.length;
    }
  } catch (error) {
    throw error instanceof InvalidJsonError ? new Failure(400, error.message) : error;
  }
  if (entries <= MAX_ENTRIES) return rows;
  throw new Failure(
    413,
    `A delivery has at most ${MAX_ENTRIES} customers and orders. Split it, or use portal import.`,
  );
};

/**
 * Loads a delivery of an ERP: all of it, or nothing and lists its problems.
 * @param id the Idempotency-Key: a delivery with a former one changes nothing
 * @param patienceMs how long to wait for an import
 * @throws Failure for a delivery that cannot be read, is too long, or has a used id
 */
export const receiveOrders = async (
  database: Database,
  bytes: Buffer,
  id: string | undefined,
  audit?: (event: AuditEvent) => void,
  patienceMs?: number,
) => {
  const rows = await read(bytes);
  const bodyHash = createHash('sha256').update(bytes).digest('hex');

  const transaction = await database.startTransaction().execute();
  try {
    // Two deliveries with one id take turns.
    await lockImports(transaction, patienceMs);
    const deliveries = hookDeliveryStore(transaction);
    const earlier = id && (await deliveries.find(id));
    if (earlier && earlier.bodyHash !== bodyHash)
      throw new Failure(422, 'This Idempotency-Key came before with another body. Use a new one.');
    if (earlier) return success(earlier.answer, true);
    const loaded = await load(transaction, rows, 'webhook');
    if ('problems' in loaded) return refusal(loaded.problems);
    const { customers, orders, ignoredFields } = loaded;
    // Without the keys of customers, who may be erased: it is stored.
    const notes = reportRows(loaded.notes).map(({ row, field, reason }) => ({ row, field, reason }));
    const counts = { customers, orders, ignoredFields, notes };
    if (id) await deliveries.add(id, bodyHash, counts);
    await transaction.commit().execute();
    for (const event of loaded.events) audit?.(event);
    return success(counts);
  } finally {
    if (!transaction.isCommitted) await transaction.rollback().execute();
  }
};
