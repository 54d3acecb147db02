import { setImmediate } from 'node:timers/promises';
import type { AuditEvent } from '../../platform/audit/audit';
import { contactOf, maskContact, maskContacts, type Channel } from '../../platform/contact/contact';
import type { Key } from '../../platform/crypto/secrets';
import { erasureStore } from '../../identity/customers/erasure-store';
import { customerStore, lockImports } from '../../identity/customers/customer-store';
import { endAccess } from '../../identity/customers/personal-data-store';
import type { Database } from '../../platform/database/connect';
import type { OrderChange } from '../../platform/database/schema';
import { queueOrderMessages, withdrawEntries, type Withdrawn } from '../../messages/outbox-store';
import { isOfDemo } from '../demo/demo-customers';
import { changeOf, lostSummaries } from '../records/order-changes';
import { storedOrder, type StatusKinds, type StoredOrder } from '../records/order-record';
import { orderStore, type WrittenOrder } from '../records/order-store';
import { importStore, type ImportSource, type Loaded } from './import-store';
import type { JsonRow } from './json-rows';
import { createMatcher, type Match } from './match-customers';
import {
  createReader,
  numberField,
  type ImportRow,
  type Place,
  type PlacedOrder,
  type Problem,
  type Problems,
} from './read-rows';

/** The most that is matched with one query. */
const BATCH_ROWS = 200;

/** Few enough orders for a statement to stay far below its time limit. */
const BATCH_ORDERS = 1000;

const inBatches = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / BATCH_ORDERS) }, (_, index) =>
    items.slice(index * BATCH_ORDERS, (index + 1) * BATCH_ORDERS),
  );

const OUTDATED =
  'was left as it is: its LastModifiedDateTime is missing, or earlier than the one that the portal knows';

type GivenOrder = PlacedOrder & { customerId: string };

/** Gathers rows until they are enough for a query, by their own number or that of their orders. */
const gather = async function* (
  rows: AsyncIterable<JsonRow> | Iterable<JsonRow>,
  read: (row: JsonRow) => ImportRow | undefined,
) {
  let batch: ImportRow[] = [];
  let orders = 0;
  for await (const json of rows) {
    // Other requests take turns.
    await setImmediate();
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

/** What a load did, or the problems that keep it from being committed. */
export interface Progress extends Loaded {
  problems: Problems;
  /** For the audit log. */
  events: AuditEvent[];
  /** The messages about it: each customer gets one on a channel. */
  messages: Record<Channel, Set<string>>;
  /** The customers whom it changed, or whose orders. */
  touched: Set<string>;
}

/** Finds orders of other customers. Only `movedFrom` moves one; those of the demo give way. */
const checkOwners = async (
  transaction: Database,
  given: readonly GivenOrder[],
  addressesBefore: ReadonlyMap<string, string>,
  { problems, notes, events }: Progress,
) => {
  const byNumber = new Map(given.map((order) => [order.record.ServiceOrderNbr, order]));
  for (const owner of await orderStore(transaction).findOwners([...byNumber.keys()])) {
    const { orderNbr, customerId: from } = owner;
    const order = byNumber.get(orderNbr);
    const contact = contactOf(owner);
    if (!order || order.customerId === from || isOfDemo(contact)) continue;
    const { customerId, place, record } = order;
    const where = { ...place, field: numberField(place) };
    const addresses = [contact.address, addressesBefore.get(from)];
    if (!record.deleted && record.movedFrom !== undefined && addresses.includes(record.movedFrom)) {
      const reason = `order ${orderNbr} moved from ${maskContact(contact)} to this customer`;
      notes.push({ ...where, reason });
      events.push({ event: 'order', outcome: 'moved', orderNbr, customerId, from });
    } else {
      const advice = record.deleted
        ? 'delete it in the record of that customer'
        : 'to move it, add movedFrom; for a new address of the same customer, add formerly';
      const reason = `order ${orderNbr} belongs to ${maskContact(contact)}: ${advice}`;
      problems.add({ ...where, reason });
    }
  }
};

/** Notes for the operator and the audit log which contacts of a customer changed. */
const noteContacts = (
  { row, before, customer, changedContacts, hasLostContact }: Match,
  { notes, events }: Progress,
) => {
  if (!before || changedContacts.length === 0) return;
  const [was, is] = [maskContacts(before), maskContacts(customer)];
  const signedOut = hasLostContact ? '; the customer is signed out' : '';
  for (const field of changedContacts) {
    const reason = `${field} changed from ${was[field] ?? 'none'} to ${is[field] ?? 'none'}${signedOut}`;
    notes.push({ ...row.place, field, reason });
  }
  const [contact, changed] = [contactOf(before), changedContacts];
  events.push({ event: 'customer', outcome: 'contacts-changed', customerId: before.id, contact, changed });
};

const saveCustomers = async (transaction: Database, matches: readonly Match[], progress: Progress) => {
  for (const { change } of matches) progress.customers[change] += 1;
  const changed = matches.filter(({ change }) => change !== 'unchanged');
  await customerStore(transaction).save(changed.map(({ customer }) => customer));
  for (const match of changed) {
    progress.touched.add(match.customer.id);
    if (match.before && match.hasLostContact) await endAccess(transaction, match.before);
    noteContacts(match, progress);
  }
};

/** Queues messages about written orders, and takes removed events out of waiting ones, in the same transaction. */
const announceChanges = async (
  transaction: Database,
  { written, given }: { written: readonly WrittenOrder[]; given: readonly GivenOrder[] },
  { isQuiet }: LoadOptions,
  { messages }: Progress,
) => {
  const records = new Map(given.map(({ record }) => [record.ServiceOrderNbr, record]));
  const changed = new Map<string, OrderChange[]>();
  const withdrawn: Withdrawn[] = [];
  const changedOrders = written.filter(({ before }) => before !== null);
  const readers = await orderStore(transaction).findReaders(changedOrders.map(({ orderNbr }) => orderNbr));
  for (const { orderNbr, before } of changedOrders) {
    const after = records.get(orderNbr);
    if (!before || !after) continue;
    const summaries = lostSummaries(before, after);
    const change = changeOf(orderNbr, before, after);
    for (const { customerId, hears } of readers.filter((reader) => reader.orderNbr === orderNbr)) {
      if (summaries.length > 0) withdrawn.push({ customerId, orderNbr, summaries });
      if (change && hears) changed.set(customerId, [...(changed.get(customerId) ?? []), change]);
    }
  }
  await withdrawEntries(transaction, withdrawn);
  if (isQuiet) return;
  for (const { customerId, channel } of await queueOrderMessages(transaction, changed))
    messages[channel].add(customerId);
};

/** Removes orders, also from messages that wait. @returns what the audit log should know */
export const removeOrders = async (
  transaction: Database,
  orders: readonly Pick<StoredOrder, 'order_nbr' | 'last_modified'>[],
): Promise<Extract<AuditEvent, { event: 'order'; outcome: 'removed' }>[]> => {
  const removed = await orderStore(transaction).remove(orders);
  await withdrawEntries(transaction, removed);
  return removed.map((order) => ({ event: 'order', outcome: 'removed', ...order }));
};

/** How a load is done. */
export interface LoadOptions {
  source: ImportSource;
  kinds?: StatusKinds | undefined;
  /** Whether customers get no messages about it. */
  isQuiet?: boolean | undefined;
  /** The key of erasures; absent: nobody was erased. */
  erasures?: Key | undefined;
}

const saveOrders = async (
  transaction: Database,
  given: readonly GivenOrder[],
  options: LoadOptions,
  progress: Progress,
) => {
  const { source, kinds } = options;
  const { orders: counts, notes, events, touched } = progress;
  for (const batch of inBatches(given)) {
    const orders = batch.map(({ customerId, record: { movedFrom: _, deleted, ...record } }) =>
      storedOrder(customerId, record, new Date(), { deleted, kinds }),
    );
    const { written, outdated, deleted } = await orderStore(transaction).save(orders, source);
    await announceChanges(transaction, { written, given: batch }, options, progress);
    const removed = await removeOrders(
      transaction,
      orders.filter((order) => deleted.includes(order.order_nbr)),
    );
    events.push(...removed);
    for (const { customerId } of [...written, ...removed]) touched.add(customerId);
    const added = written.filter(({ before }) => before === null).length;
    const updated = written.length - added + removed.length;
    counts.new += added;
    counts.updated += updated;
    counts.unchanged += batch.length - added - updated - outdated.length;
    counts.outdated += outdated.length;
    const note = (orderNbr: string, what: string) => {
      const place = batch.find(({ record }) => record.ServiceOrderNbr === orderNbr)?.place;
      if (place) notes.push({ ...place, field: numberField(place), reason: `order ${orderNbr} ${what}` });
    };
    for (const { orderNbr } of removed) note(orderNbr, 'was removed');
    for (const orderNbr of outdated) note(orderNbr, OUTDATED);
  }
};

/** @param phones the places of each number in the file */
const sharedPhoneNotes = async (transaction: Database, phones: ReadonlyMap<string, readonly Place[]>) => {
  const counts = new Map<string | null, number>();
  for (const batch of inBatches([...phones.keys()]))
    for (const { phone } of await customerStore(transaction).findAll(batch))
      counts.set(phone, (counts.get(phone) ?? 0) + 1);
  return [...phones].flatMap(([phone, places]): Problem[] => {
    const count = counts.get(phone) ?? 0;
    const masked = maskContact({ channel: 'sms', address: phone });
    const reason = `phone number ${masked} belongs to ${count} customers and signs in none of them`;
    return count < 2 ? [] : places.map((place) => ({ ...place, field: 'phone', reason }));
  });
};

/** Leaves erased customers out: the system that names them may not know. */
const withoutErased = async (
  transaction: Database,
  matches: readonly Match[],
  { erasures }: LoadOptions,
  { notes }: Progress,
): Promise<readonly Match[]> => {
  const contactsIn = ({ row, change }: Match): string[] => {
    const { email, phone, formerly } = row.customer;
    return change === 'new' ? [email ?? phone ?? [], formerly ?? []].flat() : [];
  };
  const named = matches.flatMap(contactsIn);
  if (!erasures || named.length === 0) return matches;
  const days = await erasureStore(transaction, erasures).find(named);
  return matches.filter((match) => {
    const day = contactsIn(match)
      .map((contact) => days.get(contact))
      .find((found) => found !== undefined);
    const reason = `was erased on ${day}, and stays so; \`pnpm portal customer readmit\` lets imports bring this customer back`;
    if (day) notes.push({ ...match.row.place, field: '', reason });
    return day === undefined;
  });
};

/**
 * Loads customers and queues the messages about their orders, or finds problems: it writes nothing after the first one,
 * and the caller rolls back. What the rows do not name, and all preferences, stay unchanged.
 * The webhook keeps what has a later LastModifiedDateTime, because deliveries may overtake each other.
 */
export const load = async (
  transaction: Database,
  rows: AsyncIterable<JsonRow> | Iterable<JsonRow>,
  options: LoadOptions,
): Promise<Progress> => {
  const { read, problems, ignored } = createReader();
  const match = createMatcher(transaction, problems);
  const none = { new: 0, updated: 0, unchanged: 0 };
  const progress: Progress = {
    problems,
    customers: { ...none },
    orders: { ...none, outdated: 0 },
    ignoredFields: [],
    notes: [],
    events: [],
    touched: new Set(),
    messages: { email: new Set(), sms: new Set() },
  };
  const phones = new Map<string, Place[]>();
  const addressesBefore = new Map<string, string>();

  await lockImports(transaction);
  for await (const batch of gather(rows, read)) {
    const matches = await withoutErased(transaction, await match(batch), options, progress);
    const given = matches.flatMap(({ row, customer: { id: customerId } }) =>
      row.orders.map((order) => ({ ...order, customerId })),
    );
    await checkOwners(transaction, given, addressesBefore, progress);
    if (problems.first.length > 0) continue;
    await saveCustomers(transaction, matches, progress);
    await saveOrders(transaction, given, options, progress);
    for (const { row, before } of matches) {
      if (before) addressesBefore.set(before.id, contactOf(before).address);
      const { phone } = row.customer;
      if (phone) phones.set(phone, [...(phones.get(phone) ?? []), row.place]);
    }
  }
  if (problems.first.length > 0) return progress;
  progress.notes.push(...(await sharedPhoneNotes(transaction, phones)));
  progress.ignoredFields = [...ignored].sort();
  await importStore(transaction).record(options.source, progress, [...progress.touched]);
  return progress;
};
