import type { AuditEvent } from '../audit/audit';
import { contactOf, maskContact, maskContacts } from '../customers/contact';
import { customerStore, identityOf } from '../customers/customer-store';
import { endAccess } from '../customers/personal-data-store';
import { inBatches } from '../database/batches';
import type { Database } from '../database/connect';
import { isDemoCustomer } from '../demo/demo-data';
import { announceChanges } from '../messages/order-messages';
import { storedOrder } from '../orders/order-record';
import { orderStore } from '../orders/order-store';
import type { Counts } from './import-report';
import type { JsonRow } from './json-rows';
import {
  changedContacts,
  changeOf,
  contactNotes,
  createMatcher,
  hasLostContact,
  type Match,
} from './match-customers';
import {
  createProblems,
  createReader,
  numberField,
  type ImportRow,
  type Place,
  type PlacedOrder,
  type Problem,
  type Problems,
} from './read-rows';

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

/** The most that is matched with one query. */
const BATCH_ROWS = 200;

interface GivenOrder extends PlacedOrder {
  customerId: string;
}

/** Gathers rows until they are enough for a query, by their own number or that of their orders. */
const gather = async function* (rows: AsyncIterable<JsonRow>, read: (row: JsonRow) => ImportRow | undefined) {
  let batch: ImportRow[] = [];
  let orders = 0;
  for await (const json of rows) {
    const row = read(json);
    if (!row) continue;
    batch.push(row);
    orders += row.orders.length;
    if (batch.length < BATCH_ROWS && orders < BATCH_ROWS) continue;
    yield batch;
    batch = [];
    orders = 0;
  }
  yield batch;
};

const contactEvent = (match: Match): AuditEvent[] => {
  const { before } = match;
  const changed = changedContacts(match);
  if (!before || changed.length === 0) return [];
  const contact = contactOf(before);
  return [{ event: 'customer', outcome: 'contacts-changed', customerId: before.id, contact, changed }];
};

/** Finds orders of other customers. Only `movedFrom` moves one; those of the demo give way. */
const checkOwners = async (
  transaction: Database,
  given: readonly GivenOrder[],
  identitiesBefore: ReadonlyMap<string, string>,
) => {
  const [problems, notes, events]: [Problem[], Problem[], AuditEvent[]] = [[], [], []];
  const byNumber = new Map(given.map((order) => [order.record.ServiceOrderNbr, order]));
  for (const owner of await orderStore(transaction).findKnown([...byNumber.keys()])) {
    const order = byNumber.get(owner.orderNbr);
    if (!order || order.customerId === owner.customerId || isDemoCustomer(owner)) continue;
    const { customerId, place, record } = order;
    const { orderNbr } = owner;
    const { email, phone } = maskContacts(owner);
    const field = numberField(place);
    const identities = [identityOf(owner), identitiesBefore.get(owner.customerId)];
    if (record.movedFrom !== undefined && identities.includes(record.movedFrom)) {
      notes.push({ place, field, reason: `order ${orderNbr} moved from ${email ?? phone} to this customer` });
      events.push({ event: 'order', outcome: 'moved', orderNbr, customerId, from: owner.customerId });
    } else
      problems.push({
        place,
        field,
        reason: `order ${orderNbr} belongs to ${email ?? phone}: to move it, add movedFrom; for a new address of the same customer, add formerly`,
      });
  }
  return { problems, notes, events };
};

const saveCustomers = async (transaction: Database, matches: readonly Match[], counts: Counts) => {
  for (const match of matches) counts[changeOf(match)] += 1;
  const changed = matches.filter((match) => changeOf(match) !== 'unchanged');
  await customerStore(transaction).save(changed.map(({ customer }) => customer));
  for (const { before } of changed.filter(hasLostContact)) if (before) await endAccess(transaction, before);
};

const saveOrders = async (
  transaction: Database,
  given: readonly GivenOrder[],
  counts: Loaded['orders'],
  keepNewer: boolean,
) => {
  for (const batch of inBatches(given)) {
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
};

/** @param phones the places of each number in the file */
const sharedPhoneNotes = async (transaction: Database, phones: ReadonlyMap<string, readonly Place[]>) => {
  const counts = new Map<string | null, number>();
  for (const batch of inBatches([...phones.keys()]))
    for (const { phone } of await customerStore(transaction).findAll([], batch))
      counts.set(phone, (counts.get(phone) ?? 0) + 1);
  return [...phones].flatMap(([phone, places]): Problem[] => {
    const count = counts.get(phone) ?? 0;
    const masked = maskContact({ channel: 'sms', address: phone });
    const reason = `phone number ${masked} belongs to ${count} customers and signs in none of them`;
    return count < 2 ? [] : places.map((place) => ({ place, field: 'phone', reason }));
  });
};

/**
 * Loads customers and queues the messages about their orders, or finds problems: it writes nothing after the first one,
 * and the caller rolls back. Customers and orders that the rows do not name, and all preferences, stay unchanged.
 *
 * @param transaction holds the lock of all order writes afterwards
 * @param keepNewer whether stored orders with a later LastModifiedDateTime stay as they are
 */
export const load = async (
  transaction: Database,
  rows: AsyncIterable<JsonRow>,
  { keepNewer = false }: { keepNewer?: boolean } = {},
): Promise<Loaded | Problems> => {
  const problems = createProblems();
  const reader = createReader(problems);
  const match = createMatcher(transaction, problems.add);
  const customers = { new: 0, updated: 0, unchanged: 0 };
  const orders = { ...customers, outdated: 0 };
  const [notes, events]: [Problem[], AuditEvent[]] = [[], []];
  const phones = new Map<string, Place[]>();
  const identitiesBefore = new Map<string, string>();

  await orderStore(transaction).lockWrites();
  for await (const batch of gather(rows, reader.read)) {
    const matches = await match(batch);
    const given = matches.flatMap(({ row, customer: { id: customerId } }) =>
      row.orders.map((order) => ({ ...order, customerId })),
    );
    const owners = await checkOwners(transaction, given, identitiesBefore);
    for (const problem of owners.problems) problems.add(problem);
    if (problems.hasSome()) continue;
    await saveCustomers(transaction, matches, customers);
    await saveOrders(transaction, given, orders, keepNewer);
    notes.push(...matches.flatMap(contactNotes), ...owners.notes);
    events.push(...matches.flatMap(contactEvent), ...owners.events);
    for (const { row, before } of matches) {
      if (before) identitiesBefore.set(before.id, identityOf(before));
      const { phone } = row.customer;
      if (phone) phones.set(phone, [...(phones.get(phone) ?? []), row.place]);
    }
  }
  if (problems.hasSome()) return problems;
  notes.push(...(await sharedPhoneNotes(transaction, phones)));
  return { customers, orders, ignoredFields: reader.ignored(), notes, events };
};
