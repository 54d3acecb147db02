import { randomUUID } from 'node:crypto';
import type { Database } from '../database/connect';
import { ignoredFields } from './ignored-fields';
import { refuse, refuseSyntax, type Counts, type ImportReport } from './import-report';
import type { ImportRow } from './import-row';
import { importStore, type ImportStore } from './import-store';
import { matchCustomers, type Match } from './match-customers';
import { findForeignOrders } from './order-owners';
import { parseJson } from './parse-json';
import { readRows } from './read-rows';
import { storedOrder } from './stored-order';

const present = (values: readonly (string | undefined)[]): string[] =>
  values.filter((value) => value !== undefined);

const orderNbrsOf = (rows: readonly ImportRow[]) =>
  rows.flatMap(({ customer }) => customer.orders.map(({ ServiceOrderNbr }) => ServiceOrderNbr));

const compare = async (store: ImportStore, rows: readonly ImportRow[]) => {
  const emails = present(rows.map(({ customer }) => customer.email));
  const phones = present(rows.map(({ customer }) => customer.phone));
  const { matches, problems } = matchCustomers(rows, await store.findCustomers(emails, phones), randomUUID);
  const foreign = findForeignOrders(matches, await store.findOwners(orderNbrsOf(rows)));
  return { matches, conflicts: [...problems, ...foreign] };
};

const countChanges = (matches: readonly Match[]): Counts => {
  const count = (wanted: Match['change']) => matches.filter(({ change }) => change === wanted).length;
  return { new: count('new'), updated: count('updated'), unchanged: count('unchanged') };
};

const save = async (
  store: ImportStore,
  matches: readonly Match[],
): Promise<{ customers: Counts; orders: Counts }> => {
  const changed = matches.filter(({ change }) => change !== 'unchanged');
  await store.saveCustomers(changed.map(({ customer }) => customer));
  const orders = matches.flatMap(({ row, customer }) =>
    row.customer.orders.map((order) => storedOrder(customer.id, order)),
  );
  const written = await store.saveOrders(orders);
  const added = written.filter(Boolean).length;
  return {
    customers: countChanges(matches),
    orders: { new: added, updated: written.length - added, unchanged: orders.length - written.length },
  };
};

/**
 * Loads customers and their orders: all of the file, or nothing and a list of all that is wrong with it. Customers
 * and orders that the file does not name stay as they are, and so do preferences.
 *
 * @param text the file: JSON as described in docs/operations.md
 * @param dryRun to report what would be loaded and change nothing
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
    const store = importStore(transaction);
    await store.waitForTurn();
    const { matches, conflicts } = await compare(store, rows);
    if (problems.length + conflicts.length > 0) return refuse(text, [...problems, ...conflicts]);
    const counts = await save(store, matches);
    if (!dryRun) await transaction.commit().execute();
    return { outcome: dryRun ? 'checked' : 'loaded', ...counts, ignoredFields: ignoredFields(parsed.value) };
  } finally {
    if (!transaction.isCommitted) await transaction.rollback().execute();
  }
};
