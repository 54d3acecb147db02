import { randomUUID } from 'node:crypto';
import { customerStore } from '../customers/customer-store';
import type { Database } from '../database/connect';
import { queueMessages } from '../notifications/order-messages';
import { storedOrder, type OrderRecord } from '../orders/order-record';
import { orderStore, type KnownOrder } from '../orders/order-store';
import { ignoredFields } from './customer-record';
import { refuseFile, refuseSyntax, type Counts, type ImportReport } from './import-report';
import { parseJson } from './json-text';
import { findForeignOrders, matchCustomers, type Match } from './match-customers';
import { readRows, type ImportRow, type Problem } from './read-rows';

const present = (values: readonly (string | undefined)[]): string[] =>
  values.filter((value) => value !== undefined);

const orderNbrsOf = (rows: readonly ImportRow[]) =>
  rows.flatMap(({ customer }) => customer.orders.map(({ ServiceOrderNbr }) => ServiceOrderNbr));

const compare = async (transaction: Database, rows: readonly ImportRow[]) => {
  const emails = present(rows.map(({ customer }) => customer.email));
  const phones = present(rows.map(({ customer }) => customer.phone));
  const known = await customerStore(transaction).findAll(emails, phones);
  const knownOrders = await orderStore(transaction).findKnown(orderNbrsOf(rows));
  const { matches, problems } = matchCustomers(rows, known, randomUUID);
  return { matches, knownOrders, conflicts: [...problems, ...findForeignOrders(matches, knownOrders)] };
};

const countChanges = (matches: readonly Match[]): Counts => {
  const count = (wanted: Match['change']) => matches.filter(({ change }) => change === wanted).length;
  return { new: count('new'), updated: count('updated'), unchanged: count('unchanged') };
};

/** Whether a later state of the order is stored. Without a time stamp, nobody knows: the last to arrive counts. */
const isOutdated = ({ LastModifiedDateTime }: OrderRecord, known: KnownOrder | undefined) =>
  Boolean(known?.lastModified && LastModifiedDateTime && new Date(LastModifiedDateTime) < known.lastModified);

const save = async (
  transaction: Database,
  matches: readonly Match[],
  outdated: (order: OrderRecord) => boolean,
): Promise<Pick<Loaded, 'customers' | 'orders'>> => {
  const changed = matches.filter(({ change }) => change !== 'unchanged');
  await customerStore(transaction).save(changed.map(({ customer }) => customer));
  const given = matches.flatMap(({ row, customer }) =>
    row.customer.orders.map((order) => ({ order, customerId: customer.id })),
  );
  const current = given.filter(({ order }) => !outdated(order));
  const written = await orderStore(transaction).save(
    current.map(({ order, customerId }) => storedOrder(customerId, order)),
  );
  await queueMessages(
    transaction,
    written,
    current.map(({ order }) => order),
  );
  const added = written.filter(({ before }) => before === null).length;
  return {
    customers: countChanges(matches),
    orders: {
      new: added,
      updated: written.length - added,
      unchanged: current.length - written.length,
      outdated: given.length - current.length,
    },
  };
};

/** What was loaded. An `outdated` order is older than the stored one, and was left as it is. */
interface Loaded {
  customers: Counts;
  orders: Counts & { outdated: number };
  ignoredFields: string[];
}

/**
 * Loads customer records and queues the messages about their orders, or finds problems and changes nothing. Customers
 * and orders that the records do not name, and all preferences, stay unchanged.
 *
 * @param transaction holds the lock of all order writes afterwards
 * @param keepNewer leaves orders alone that are stored with a later LastModifiedDateTime
 */
export const loadRecords = async (
  transaction: Database,
  records: unknown,
  { keepNewer = false }: { keepNewer?: boolean } = {},
): Promise<Loaded | { problems: Problem[] }> => {
  const { rows, problems } = readRows(records);
  await orderStore(transaction).lockWrites();
  const { matches, knownOrders, conflicts } = await compare(transaction, rows);
  if (problems.length + conflicts.length > 0) return { problems: [...problems, ...conflicts] };
  const knownByNbr = new Map(knownOrders.map((known) => [known.orderNbr, known]));
  const outdated = (order: OrderRecord) =>
    keepNewer && isOutdated(order, knownByNbr.get(order.ServiceOrderNbr));
  return { ...(await save(transaction, matches, outdated)), ignoredFields: ignoredFields(records) };
};

/**
 * Loads a file: the whole file, or nothing and a list of its problems.
 *
 * @param text the file: JSON as described in docs/operations.md
 * @param dryRun reports what would be loaded, and changes nothing
 */
export const importCustomers = async (
  database: Database,
  text: string,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<ImportReport> => {
  const parsed = parseJson(text);
  if ('fault' in parsed) return refuseSyntax(parsed.fault);

  const transaction = await database.startTransaction().execute();
  try {
    const loaded = await loadRecords(transaction, parsed.value);
    if ('problems' in loaded) return refuseFile(text, loaded.problems);
    if (!dryRun) await transaction.commit().execute();
    const { outdated: _, ...orders } = loaded.orders;
    return { outcome: dryRun ? 'checked' : 'loaded', ...loaded, orders };
  } finally {
    if (!transaction.isCommitted) await transaction.rollback().execute();
  }
};
