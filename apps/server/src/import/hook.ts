import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { AuditEvent } from '../audit/audit';
import type { Database } from '../database/connect';
import { orderStore } from '../orders/order-store';
import { ordersOf } from './customer-record';
import { hookDeliveryStore } from './hook-delivery-store';
import { InvalidJsonError, readJsonRows } from './json-rows';
import { load } from './load';
import { inOrder, type Place, type Problem, type Problems } from './read-rows';

/** The response to a delivery. */
export interface HookResponse {
  status: 200 | 400 | 413 | 422;
  body: { success: boolean; message: string } & Record<string, unknown>;
  /** Whether the response is that of an earlier delivery with the same id. */
  isRepeated?: boolean;
}

const MAX_ROWS = 50;

/** Rows count from 1. */
const rowOf = ({ row }: Place): number => row + 1;

const rowsOf = (problems: readonly Problem[]) =>
  problems.toSorted(inOrder).map(({ place, field, reason, earlier }) => ({
    row: rowOf(place),
    field,
    reason: earlier ? `${reason}, first in row ${rowOf(earlier)}` : reason,
  }));

const refusal = (problems: Problems): HookResponse => ({
  status: 422,
  body: {
    success: false,
    message: 'Nothing was loaded. Fix the rows and send them again.',
    rows: rowsOf(problems.all()).slice(0, MAX_ROWS),
    more: problems.more() + Math.max(0, problems.all().length - MAX_ROWS),
  },
});

const otherBody: HookResponse = {
  status: 422,
  body: { success: false, message: 'This Idempotency-Key came before with another body. Use a new one.' },
};

/** Answers a repeated delivery as the first one. */
const repeat = async (
  transaction: Database,
  id: string,
  bodyHash: string,
): Promise<HookResponse | undefined> => {
  const earlier = await hookDeliveryStore(transaction).find(id);
  if (!earlier) return undefined;
  if (earlier.bodyHash !== bodyHash) return otherBody;
  return { status: 200, body: { success: true, message: 'Loaded.', ...earlier.answer }, isRepeated: true };
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

const tooMany: HookResponse = {
  status: 413,
  body: {
    success: false,
    message: `A delivery has at most ${MAX_ENTRIES} customers and orders. Split it, or use portal import.`,
  },
};

/** Why a delivery is refused before anything else waits for it. */
const checkText = async (text: string): Promise<HookResponse | undefined> => {
  let entries = 0;
  try {
    for await (const { value } of rowsIn(text)) entries += 1 + ordersOf(value).orders.length;
  } catch (error) {
    if (!(error instanceof InvalidJsonError)) throw error;
    return { status: 400, body: { success: false, message: error.message } };
  }
  return entries > MAX_ENTRIES ? tooMany : undefined;
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
): Promise<HookResponse> => {
  const refused = await checkText(text);
  if (refused) return refused;
  const bodyHash = createHash('sha256').update(text).digest('hex');

  const transaction = await database.startTransaction().execute();
  try {
    // Two deliveries with one id take turns.
    await orderStore(transaction).lockWrites();
    const repeated = id && (await repeat(transaction, id, bodyHash));
    if (repeated) return repeated;
    const loaded = await load(transaction, rowsIn(text), { keepNewer: true });
    if (!('customers' in loaded)) return refusal(loaded);
    const { customers, orders, ignoredFields } = loaded;
    const counts = { customers, orders, ignoredFields, notes: rowsOf(loaded.notes) };
    if (id) await hookDeliveryStore(transaction).add(id, bodyHash, counts);
    await transaction.commit().execute();
    for (const event of loaded.events) audit?.(event);
    return { status: 200, body: { success: true, message: 'Loaded.', ...counts } };
  } finally {
    if (!transaction.isCommitted) await transaction.rollback().execute();
  }
};
