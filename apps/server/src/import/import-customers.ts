import { randomUUID } from 'node:crypto';
import { customerStore } from '../customers/customer-store';
import type { Database } from '../database/connect';
import { storedOrder } from '../orders/order-record';
import { orderStore } from '../orders/order-store';
import { ignoredFields } from './customer-record';
import { refuseFile, refuseSyntax, type Counts, type ImportReport } from './import-report';
import { parseJson } from './json-text';
import { findForeignOrders, matchCustomers, type Match } from './match-customers';
import { readRows, type ImportRow } from './read-rows';

const present = (values: readonly (string | undefined)[]): string[] =>
  values.filter((value) => value !== undefined);

const orderNbrsOf = (rows: readonly ImportRow[]) =>
  rows.flatMap(({ customer }) => customer.orders.map(({ ServiceOrderNbr }) => ServiceOrderNbr));

const compare = async (transaction: Database, rows: readonly ImportRow[]) => {
  const emails = present(rows.map(({ customer }) => customer.email));
  const phones = present(rows.map(({ customer }) => customer.phone));
  const known = await customerStore(transaction).findAll(emails, phones);
  const owners = await orderStore(transaction).findOwners(orderNbrsOf(rows));
  const { matches, problems } = matchCustomers(rows, known, randomUUID);
  return { matches, conflicts: [...problems, ...findForeignOrders(matches, owners)] };
};

const countChanges = (matches: readonly Match[]): Counts => {
  const count = (wanted: Match['change']) => matches.filter(({ change }) => change === wanted).length;
  return { new: count('new'), updated: count('updated'), unchanged: count('unchanged') };
};

const save = async (
  transaction: Database,
  matches: readonly Match[],
): Promise<{ customers: Counts; orders: Counts }> => {
  const changed = matches.filter(({ change }) => change !== 'unchanged');
  await customerStore(transaction).save(changed.map(({ customer }) => customer));
  const orders = matches.flatMap(({ row, customer }) =>
    row.customer.orders.map((order) => storedOrder(customer.id, order)),
  );
  const written = await orderStore(transaction).save(orders);
  const added = written.filter(Boolean).length;
  return {
    customers: countChanges(matches),
    orders: { new: added, updated: written.length - added, unchanged: orders.length - written.length },
  };
};

/**
 * Loads customers and their orders: the whole file, or nothing and a list of its problems. Customers and orders that
 * the file does not name, and all preferences, stay unchanged.
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
  const { rows, problems } = readRows(parsed.value);

  const transaction = await database.startTransaction().execute();
  try {
    await orderStore(transaction).lockWrites();
    const { matches, conflicts } = await compare(transaction, rows);
    if (problems.length + conflicts.length > 0) return refuseFile(text, [...problems, ...conflicts]);
    const counts = await save(transaction, matches);
    if (!dryRun) await transaction.commit().execute();
    return { outcome: dryRun ? 'checked' : 'loaded', ...counts, ignoredFields: ignoredFields(parsed.value) };
  } finally {
    if (!transaction.isCommitted) await transaction.rollback().execute();
  }
};
