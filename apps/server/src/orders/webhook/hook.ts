import type { AuditEvent } from '../../platform/audit/audit';
import { lockImports } from '../../identity/customers/customer-store';
import { hashToken } from '../../platform/crypto/secrets';
import type { Database } from '../../platform/database/connect';
import { Failure } from '../../platform/http/errors';
import { hookDeliveryStore } from '../import/import-store';
import { rowsOf } from '../import/json-rows';
import { load, type LoadOptions } from '../import/load';
import { listIn } from '../import/format';
import { reportRows, type Problems } from '../import/read-rows';

const MAX_ROWS = 50;

/** More customers and orders than an ERP changes at once: checking them takes no turns with other requests. */
const MAX_ENTRIES = 10_000;

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

interface Delivery extends Pick<LoadOptions, 'kinds' | 'erasures'> {
  /** The Idempotency-Key: a delivery with a former one changes nothing. */
  id?: string | undefined;
  audit?: (event: AuditEvent) => void;
  /** How long to wait for an import. */
  patienceMs?: number;
}

/**
 * Loads a delivery of an ERP: all of it, or nothing and lists its problems.
 * @param body a list of customers, or a single one
 * @throws Failure for a delivery that is too long, or has a used id with another body
 */
export const receiveOrders = async (
  database: Database,
  body: unknown,
  { id, audit, patienceMs, ...options }: Delivery = {},
) => {
  const records: unknown[] = Array.isArray(body) ? body : [body];
  const orders = records.flatMap((record) => listIn(record, 'orders'));
  if (records.length + orders.length > MAX_ENTRIES)
    throw new Failure(413, `A delivery has at most ${MAX_ENTRIES} customers and orders. Split it.`);
  const bodyHash = hashToken(JSON.stringify(body));

  const transaction = await database.startTransaction().execute();
  try {
    // Two deliveries with one id take turns.
    await lockImports(transaction, patienceMs);
    const deliveries = hookDeliveryStore(transaction);
    const earlier = id && (await deliveries.find(id));
    if (earlier && earlier.bodyHash !== bodyHash)
      throw new Failure(422, 'This Idempotency-Key came before with another body. Use a new one.');
    if (earlier) return success(earlier.answer, true);
    const loaded = await load(transaction, rowsOf(records), { source: 'webhook', ...options });
    if (loaded.problems.first.length > 0) return refusal(loaded.problems);
    const { customers, ignoredFields } = loaded;
    // Without the keys of customers, who may be erased: it is stored.
    const notes = reportRows(loaded.notes).map(({ row, field, reason }) => ({ row, field, reason }));
    const counts = { customers, orders: loaded.orders, ignoredFields, notes };
    if (id) await deliveries.add(id, bodyHash, counts);
    await transaction.commit().execute();
    for (const event of loaded.events) audit?.(event);
    return success(counts);
  } finally {
    if (!transaction.isCommitted) await transaction.rollback().execute();
  }
};
