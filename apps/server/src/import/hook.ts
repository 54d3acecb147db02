import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { AuditEvent } from '../audit/audit';
import type { Database } from '../database/connect';
import { Failure } from '../http/errors';
import { orderStore } from '../orders/order-store';
import { ordersOf } from './customer-record';
import { hookDeliveryStore } from './hook-delivery-store';
import { InvalidJsonError, readJsonRows } from './json-rows';
import { load } from './load';
import { inOrder, type Place, type Problem, type Problems } from './read-rows';

const MAX_ROWS = 50;

/** Rows count from 1. */
const rowOf = ({ row }: Place): number => row + 1;

const rowsOf = (problems: readonly Problem[]) =>
  problems.toSorted(inOrder).map(({ place, field, reason, earlier }) => ({
    row: rowOf(place),
    field,
    reason: earlier ? `${reason}, first in row ${rowOf(earlier)}` : reason,
  }));

const refusal = (problems: Problems) => ({
  status: 422,
  body: {
    success: false,
    message: 'Nothing was loaded. Fix the rows and send them again.',
    rows: rowsOf(problems.all()).slice(0, MAX_ROWS),
    more: problems.more() + Math.max(0, problems.all().length - MAX_ROWS),
  },
});

/** @param counts the result of the load, or of an earlier delivery with the same id */
const success = (counts: object, isRepeated = false) => ({
  status: 200,
  body: { success: true, message: 'Loaded.', ...counts },
  isRepeated,
});

/** @throws Failure when another body came with the same id */
const findEarlier = async (transaction: Database, id: string, bodyHash: string) => {
  const earlier = await hookDeliveryStore(transaction).find(id);
  if (earlier && earlier.bodyHash !== bodyHash)
    throw new Failure(422, 'This Idempotency-Key came before with another body. Use a new one.');
  return earlier;
};

/** In bytes: a part of a body takes a few milliseconds. */
const PART = 16 * 1024;

/** Lets other requests take turns between the parts of a long body. */
const inTurns = async function* (text: string) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += PART) {
    yield bytes.subarray(at, at + PART);
    await setImmediate();
  }
};

/** The customers of a delivery: a list, or a single one. */
const rowsIn = (text: string) => readJsonRows(inTurns(text), { mayBeOne: true });

/** More changed customers and orders than an ERP has at once; the rest of a load does not take turns. */
const MAX_ENTRIES = 10_000;

/** Refuses a delivery before anything else waits for it. @throws Failure */
const requireShort = async (text: string): Promise<void> => {
  let entries = 0;
  try {
    for await (const { value } of rowsIn(text)) entries += 1 + ordersOf(value).orders.length;
  } catch (error) {
    throw error instanceof InvalidJsonError ? new Failure(400, error.message) : error;
  }
  if (entries > MAX_ENTRIES)
    throw new Failure(
      413,
      `A delivery has at most ${MAX_ENTRIES} customers and orders. Split it, or use portal import.`,
    );
};

/**
 * Loads a delivery of an ERP: all of it, or nothing and lists its problems. Keeps a stored order with a later
 * LastModifiedDateTime, because deliveries may overtake each other.
 * @param text JSON: a customer record of the import's format, or a list of them
 * @param id the Idempotency-Key: a delivery with a known one changes nothing
 * @param audit records changed contacts and moved orders
 * @returns the status and the body of the response, and whether it is that of an earlier delivery
 * @throws Failure for a delivery that cannot be read, is too long, or has a used id
 */
export const receiveOrders = async (
  database: Database,
  text: string,
  id: string | undefined,
  audit?: (event: AuditEvent) => void,
) => {
  await requireShort(text);
  const bodyHash = createHash('sha256').update(text).digest('hex');

  const transaction = await database.startTransaction().execute();
  try {
    // Two deliveries with one id take turns.
    await orderStore(transaction).lockWrites();
    const earlier = id && (await findEarlier(transaction, id, bodyHash));
    if (earlier) return success(earlier.answer, true);
    const loaded = await load(transaction, rowsIn(text), { keepNewer: true });
    if (!('customers' in loaded)) return refusal(loaded);
    const { customers, orders, ignoredFields } = loaded;
    const counts = { customers, orders, ignoredFields, notes: rowsOf(loaded.notes) };
    if (id) await hookDeliveryStore(transaction).add(id, bodyHash, counts);
    await transaction.commit().execute();
    for (const event of loaded.events) audit?.(event);
    return success(counts);
  } finally {
    if (!transaction.isCommitted) await transaction.rollback().execute();
  }
};
