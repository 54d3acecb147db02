import type { FastifyBaseLogger } from 'fastify';
import type { Audit, AuditEvent } from '../../platform/audit/audit';
import { normalizeEmail, normalizePhone } from '../../platform/contact/contact';
import { customerStore, lockImports } from '../../identity/customers/customer-store';
import type { Key } from '../../platform/crypto/secrets';
import { transact, type Database } from '../../platform/database/connect';
import { load, removeOrders } from '../import/load';
import type { StatusKinds } from '../records/order-record';
import { orderStore } from '../records/order-store';
import type { ErpEvent, ErpOrder } from './acumatica';
import { erpStore, type KnownOrder } from './erp-store';

/** What was read of some orders at once. */
export interface Found {
  orders: readonly { order: ErpOrder; known: KnownOrder }[];
  /** Orders that the ERP no longer has. */
  gone: readonly KnownOrder[];
  events: ReadonlyMap<string, readonly ErpEvent[]>;
}

/** Where orders are saved, and who learns of it. */
export interface Saving {
  database: Database;
  /** Signs contacts, so that the database does not repeat them. */
  key: Key;
  /** Of phone numbers without a country code. */
  country?: string | undefined;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  audit?: Audit | undefined;
  kinds?: StatusKinds | undefined;
}

/** A customer as an ERP writes it; several addresses may share a field. @returns undefined without any contact */
const customerOf = ({ contact }: ErpOrder, country: string | undefined) => {
  const [email] = (contact.email ?? '').split(/[;,]/).flatMap((one) => normalizeEmail(one) ?? []);
  const phone = normalizePhone(contact.phone ?? '', country);
  const identity = email ?? phone;
  const name = contact.name?.trim().slice(0, 200) || undefined;
  return identity === undefined ? undefined : { identity, email, phone, name };
};

/** The portal cannot load orders, and wrote none. The message is the first field with a problem. */
export class UnloadableError extends Error {
  override readonly name = 'UnloadableError';
}

/** Finds the customers of orders, and those who have the orders now. */
const matchOrders = async (
  transaction: Database,
  orders: Found['orders'],
  { key, country }: Pick<Saving, 'key' | 'country'>,
) => {
  const numbers = orders.map(({ order }) => order.fields.ServiceOrderNbr);
  const owners = await orderStore(transaction).findOwners(numbers);
  // The keys of an ERP may have a part that its numbers lack: the first order of a number keeps it.
  const holders = await erpStore(transaction).findNumbers(numbers);
  const customers = orders.map(({ order }) => customerOf(order, country));
  const identities = customers.flatMap((customer) => customer?.identity ?? []);
  const stored = await customerStore(transaction).findAll(identities);
  return orders.map(({ order, known }, at) => {
    const orderNbr = order.fields.ServiceOrderNbr;
    const customer = customers[at];
    const owner = owners.find((one) => one.orderNbr === orderNbr);
    const isKnown = stored.some(({ email, phone }) => customer && [email, phone].includes(customer.identity));
    const hadOnlyNumber = owner?.email === null && owner.phone === customer?.phone && !isKnown;
    return {
      order,
      known,
      orderNbr,
      customer,
      contact: key.sign(JSON.stringify(customer ?? null)),
      isKnown,
      /** The number that the customer had before this address. */
      formerly: hadOnlyNumber ? owner.phone : undefined,
      /** Whether the order stays with the customer who has it. */
      isStaying:
        hadOnlyNumber || (customer !== undefined && [owner?.email, owner?.phone].includes(customer.identity)),
      isTaken: holders.some((other) => other.order_nbr === orderNbr && other.key !== order.key),
    };
  });
};

type Matched = Awaited<ReturnType<typeof matchOrders>>[number];
type Loadable = Matched & { customer: NonNullable<Matched['customer']> };

const isLoadable = (matched: Matched): matched is Loadable =>
  matched.customer !== undefined && !matched.isTaken;

/** The orders of one customer as a row of an import. */
const rowOf = (identity: string, own: readonly Loadable[], events: Found['events']) => {
  // Only what an order did not say before: another one may be newer.
  const news = own
    .filter(({ known, contact, isKnown }) => known.contact !== contact || !isKnown)
    .sort((one, other) => +other.order.modified - +one.order.modified)
    .map(({ customer }) => customer);
  const phone = news.find((customer) => customer.phone)?.phone;
  return {
    [identity.includes('@') ? 'email' : 'phone']: identity,
    ...(phone && { phone }),
    name: news.find((customer) => customer.name)?.name,
    formerly: own.find(({ formerly }) => formerly)?.formerly,
    orders: own.map(({ order }) => ({ ...order.fields, events: events.get(order.record) ?? [] })),
  };
};

/** @throws UnloadableError */
const loadOrders = async (
  transaction: Database,
  given: readonly Loadable[],
  events: Found['events'],
  kinds: Saving['kinds'],
): Promise<AuditEvent[]> => {
  if (given.length === 0) return [];
  const identities = [...new Set(given.map(({ customer }) => customer.identity))];
  const rows = identities.map((identity, at) => {
    const own = given.filter(({ customer }) => customer.identity === identity);
    return { value: rowOf(identity, own, events), line: at + 1, orderLines: [] };
  });
  const { problems, events: recorded } = await load(transaction, rows, { source: 'erp', kinds });
  const [problem] = problems.first;
  if (problem) throw new UnloadableError(problem.field);
  return recorded;
};

/**
 * Writes orders as the ERP has them, through the rules of an import, in a transaction of the lease's holder. An order
 * that the ERP no longer has, is another customer's by now, or cannot be loaded leaves the store before, and the messages
 * that wait.
 */
export const createSaveOrders = ({ database, log, audit, kinds, ...matching }: Saving, holder: string) => {
  const write = async (transaction: Database, { orders, gone, events }: Found, isLoading: boolean) => {
    const store = erpStore(transaction);
    // Another replica goes on with these orders.
    if (!(await store.lease(holder))) return [];
    await lockImports(transaction);
    const matched = await matchOrders(transaction, orders, matching);
    const given = isLoading ? matched.filter(isLoadable) : [];
    const staying = new Set<Matched>(given.filter(({ isStaying }) => isStaying));
    const lost = matched.filter((one) => !one.isTaken && !staying.has(one)).map(({ orderNbr }) => orderNbr);
    for (const { order } of matched.filter(({ isTaken }) => isTaken))
      log.warn({ order: order.key }, 'another order of the ERP has this number');
    const leaving = [...gone.flatMap(({ order_nbr }) => order_nbr ?? []), ...lost];
    const removed = await removeOrders(
      transaction,
      leaving.map((order_nbr) => ({ order_nbr, last_modified: null })),
    );
    const loaded = await loadOrders(transaction, given, events, kinds);
    await store.forgetOrders(gone.map((known) => known.key));
    await store.saveOrders(
      matched.map(({ order, known, orderNbr, contact, customer, isTaken }) => ({
        ...known,
        record: order.record,
        order_nbr: isTaken || !customer ? null : orderNbr,
        contact,
        modified: order.modified,
      })),
    );
    return [...removed, ...loaded];
  };

  /** @param isLoading false: only takes the orders from their customers. @throws UnloadableError */
  return async (found: Found, isLoading: boolean): Promise<void> => {
    const recorded = await transact(database, (one) => write(one, found, isLoading));
    for (const event of recorded) audit?.(event);
  };
};
