import { randomUUID } from 'node:crypto';
import type { Audit, AuditEvent } from '../audit/audit';
import { contactOf } from '../customers/contact';
import { customerStore, type KnownCustomer } from '../customers/customer-store';
import { personalDataStore } from '../customers/personal-data-store';
import { inBatches } from '../database/batches';
import type { Database } from '../database/connect';
import { announceChanges } from '../messages/order-messages';
import { storedOrder, type OrderRecord } from '../orders/order-record';
import { orderStore } from '../orders/order-store';
import { linesOf, refuseError, refuseFile, type Counts, type ImportReport } from './import-report';
import {
  changedContacts,
  findForeignOrders,
  hasLostContact,
  matchCustomers,
  notesOn,
  type Match,
  type MovedOrder,
} from './match-customers';
import {
  fileEntries,
  readOrders,
  readRows,
  type Entries,
  type ImportRow,
  type Problem,
  type Reading,
} from './read-rows';
import type { Chunks } from './text-file';

/** The counts of a load. An `outdated` order is older than the stored one, which stays as it is. */
interface Loaded {
  customers: Counts;
  orders: Counts & { outdated: number };
  ignoredFields: string[];
  /** What the operator should know. */
  notes: Problem[];
  /** To be recorded once the load is committed. */
  events: AuditEvent[];
}

interface LoadOptions {
  /** Whether stored orders with a later LastModifiedDateTime stay as they are. */
  keepNewer?: boolean;
}

const present = (values: readonly (string | undefined)[]): string[] =>
  values.filter((value) => value !== undefined);

const findKnownCustomers = async (transaction: Database, rows: readonly ImportRow[]) => {
  const known = new Map<string, KnownCustomer>();
  for (const batch of inBatches(rows)) {
    const emails = present(batch.flatMap(({ customer }) => [customer.email, customer.formerly]));
    const phones = present(batch.flatMap(({ customer }) => [customer.phone, customer.formerly]));
    for (const customer of await customerStore(transaction).findAll(emails, phones))
      known.set(customer.id, customer);
  }
  return [...known.values()];
};

const contactEvent = (match: Match): AuditEvent[] => {
  const { before } = match;
  const changed = changedContacts(match);
  if (!before || changed.length === 0) return [];
  return [
    {
      event: 'customer',
      outcome: 'contacts-changed',
      customerId: before.id,
      contact: contactOf(before),
      changed,
    },
  ];
};

const moveEvent = ({ from: { orderNbr, customerId: from }, customerId }: MovedOrder): AuditEvent => ({
  event: 'order',
  outcome: 'moved',
  orderNbr,
  customerId,
  from,
});

/** Matches the read customers with the database, and finds conflicts. */
const compare = async (transaction: Database, { rows, orders }: Reading) => {
  const knownCustomers = await findKnownCustomers(transaction, rows);
  const { matches, problems } = matchCustomers(rows, knownCustomers, randomUUID);
  const customerIds = new Map(matches.map(({ row, customer }) => [row.row, customer.id]));
  const conflicts = [...problems];
  const notes = notesOn(matches, knownCustomers);
  const events = matches.flatMap(contactEvent);
  for (const batch of inBatches([...orders.keys()])) {
    const known = await orderStore(transaction).findKnown(batch);
    const foreign = findForeignOrders(known, orders, (row) => customerIds.get(row));
    conflicts.push(...foreign.problems);
    notes.push(...foreign.notes);
    events.push(...foreign.moved.map(moveEvent));
  }
  return { matches, customerIds, conflicts, notes, events };
};

const countChanges = (matches: readonly Match[]): Counts => {
  const count = (wanted: Match['change']) => matches.filter(({ change }) => change === wanted).length;
  return { new: count('new'), updated: count('updated'), unchanged: count('unchanged') };
};

/** The most that one statement writes. */
const BATCH_ORDERS = 200;
const BATCH_CHARACTERS = 128 * 1024;

interface GivenOrder {
  customerId: string;
  record: OrderRecord;
}

/** Gathers orders until there is enough for a statement. */
const inStatements = async function* (orders: AsyncIterable<GivenOrder>) {
  let batch: GivenOrder[] = [];
  let characters = 0;
  for await (const order of orders) {
    batch.push(order);
    for (const { body } of order.record.events) characters += body?.length ?? 0;
    if (batch.length < BATCH_ORDERS && characters < BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
};

const saveOrders = async (
  transaction: Database,
  orders: AsyncIterable<GivenOrder>,
  { keepNewer = false }: LoadOptions,
): Promise<Loaded['orders']> => {
  const counts = { new: 0, updated: 0, unchanged: 0, outdated: 0 };
  for await (const batch of inStatements(orders)) {
    const { written, outdated } = await orderStore(transaction).save(
      batch.map(({ customerId, record }) => storedOrder(customerId, record)),
      keepNewer,
    );
    await announceChanges(
      transaction,
      written,
      batch.map(({ record }) => record),
    );
    const added = written.filter(({ before }) => before === null).length;
    counts.new += added;
    counts.updated += written.length - added;
    counts.unchanged += batch.length - written.length - outdated;
    counts.outdated += outdated;
  }
  return counts;
};

/**
 * Loads customers and queues the messages about their orders, or finds problems and changes nothing. Customers and
 * orders that the entries do not name, and all preferences, stay unchanged.
 *
 * @param transaction holds the lock of all order writes afterwards
 * @param reading of the entries
 */
export const load = async (
  transaction: Database,
  entries: Entries,
  reading: Reading,
  options: LoadOptions = {},
): Promise<Loaded | { problems: Problem[] }> => {
  await orderStore(transaction).lockWrites();
  const { matches, customerIds, conflicts, notes, events } = await compare(transaction, reading);
  const problems = [...reading.problems, ...conflicts];
  if (problems.length > 0) return { problems };

  const changed = matches.filter(({ change }) => change !== 'unchanged');
  await customerStore(transaction).save(changed.map(({ customer }) => customer));
  for (const { before } of changed.filter(hasLostContact))
    if (before) await personalDataStore(transaction).signOut(before);
  const given = async function* () {
    for await (const { row, record } of readOrders(entries, reading))
      yield { customerId: customerIds.get(row) ?? '', record };
  };
  return {
    customers: countChanges(matches),
    orders: await saveOrders(transaction, given(), options),
    ignoredFields: reading.ignored,
    notes,
    events,
  };
};

const loadFile = async (database: Database, entries: Entries, reading: Reading, dryRun: boolean) => {
  const transaction = await database.startTransaction().execute();
  try {
    const loaded = await load(transaction, entries, reading);
    if (!dryRun && !('problems' in loaded)) await transaction.commit().execute();
    return loaded;
  } finally {
    if (!transaction.isCommitted) await transaction.rollback().execute();
  }
};

/**
 * Loads the whole file, or nothing and lists its problems. Reads the file twice, to check it and to load it, so that
 * memory holds only the customers and the order numbers of a long file.
 *
 * @param file JSON as described in docs/operations.md
 * @param dryRun reports what would be loaded, and changes nothing
 * @param audit records changed contacts and moved orders
 */
export const importCustomers = async (
  database: Database,
  file: string | Chunks,
  { dryRun = false, audit }: { dryRun?: boolean; audit?: Audit } = {},
): Promise<ImportReport> => {
  const chunks = typeof file === 'string' ? [file] : file;
  const entries = fileEntries(chunks);
  const reading = await readRows(entries).catch(refuseError);
  if ('outcome' in reading) return reading;

  const loaded = await loadFile(database, entries, reading, dryRun);
  if ('problems' in loaded) return refuseFile(chunks, loaded.problems, reading.more);
  if (!dryRun) for (const event of loaded.events) audit?.(event);
  const { customers, orders, ignoredFields } = loaded;
  const { outdated: _, ...counts } = orders;
  const notes = await linesOf(chunks, loaded.notes);
  return { outcome: dryRun ? 'checked' : 'loaded', customers, orders: counts, ignoredFields, notes };
};
