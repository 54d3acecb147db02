import type { FastifyBaseLogger } from 'fastify';
import type { Audit, AuditEvent } from '../audit/audit';
import { contactOf, normalizeEmail, normalizePhone } from '../customers/contact';
import { customerStore, lockImports } from '../customers/customer-store';
import type { Key } from '../config/secrets';
import type { Database } from '../database/connect';
import { load } from '../import/load';
import { orderStore } from '../orders/order-store';
import type { ErpEvent, ErpOrder } from './connector';
import { erpStore, type KnownOrder } from './erp-store';

/** What was read of some orders at once. */
export interface Found {
  orders: readonly { order: ErpOrder; known: KnownOrder }[];
  /** Orders that the ERP no longer has. */
  gone: readonly KnownOrder[];
  events: ReadonlyMap<string, readonly ErpEvent[]>;
}

type FoundOrder = Found['orders'][number];

/** Where orders are saved, and who learns of it. */
export interface Saving {
  database: Database;
  /** Signs contacts, so that the database does not repeat them. */
  key: Key;
  /** Of phone numbers without a country code. */
  country?: string | undefined;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  audit?: Audit | undefined;
}

/** A customer as an ERP writes it; several addresses may share a field. @returns undefined without any contact */
const customerOf = ({ contact }: ErpOrder, country: string | undefined) => {
  const [email] = (contact.email ?? '').split(/[;,]/).flatMap((one) => normalizeEmail(one) ?? []);
  const phone = normalizePhone(contact.phone ?? '', country);
  const identity = email ?? phone;
  const name = contact.name?.trim().slice(0, 200) || undefined;
  return identity === undefined ? undefined : { identity, email, phone, name };
};

const numberOf = ({ order }: FoundOrder) => order.fields.ServiceOrderNbr;

/**
 * Writes orders as the ERP has them, through the rules of an import, in transactions of the lease's holder. An order
 * that the ERP no longer has, or without a contact, leaves the store; so does one that cannot be loaded, if it is
 * another customer's by now.
 */
export const createSaveOrders = (
  { database, key, country, log, audit }: Saving,
  name: string,
  holder: string,
) => {
  const signOf = (order: ErpOrder) => key.sign(JSON.stringify(customerOf(order, country) ?? null));

  /** Loads the orders in `loadable` and notes all. @returns the field of a problem, which undoes it */
  const attempt = async (transaction: Database, found: Found, loadable: readonly FoundOrder[]) => {
    const { orders, gone, events } = found;
    const store = erpStore(transaction, name);
    const stored = orderStore(transaction);
    await store.hold(holder);
    await lockImports(transaction);
    const owners = await stored.findOwners(orders.map(numberOf));
    const ownerOf = (one: FoundOrder) => owners.find(({ orderNbr }) => orderNbr === numberOf(one));
    // The keys of an ERP may have a part that its numbers lack: the first order of a number keeps it.
    const holders = await store.findNumbers(orders.map(numberOf));
    const isTaken = (one: FoundOrder) =>
      holders.some((other) => other.order_nbr === numberOf(one) && other.key !== one.order.key);

    const given = loadable.flatMap((one) => {
      const customer = customerOf(one.order, country);
      return customer && !isTaken(one) ? [{ ...one, customer }] : [];
    });
    const identities = [...new Set(given.map(({ customer }) => customer.identity))];
    const customers = await customerStore(transaction).findAll(identities);
    /** Whether an order says something about its customer that it did not say before. */
    const isNews = ({ order, known, customer: { identity } }: (typeof given)[number]) =>
      known.contact !== signOf(order) ||
      !customers.some(({ email, phone }) => email === identity || phone === identity);

    const rowOf = (identity: string) => {
      const own = given.filter(({ customer }) => customer.identity === identity);
      const [newest] = own
        .filter(isNews)
        .sort((one, other) => +other.order.modified - +one.order.modified)
        .map(({ customer }) => customer);
      return {
        [identity.includes('@') ? 'email' : 'phone']: identity,
        ...(newest?.phone && { phone: newest.phone }),
        name: newest?.name,
        orders: own.map((one) => {
          const owner = ownerOf(one);
          const address = owner && contactOf(owner).address;
          const movedFrom = address === identity ? undefined : address;
          return { ...one.order.fields, events: events.get(one.order.record) ?? [], movedFrom };
        }),
      };
    };

    const recorded: AuditEvent[] = [];
    if (given.length > 0) {
      const rows = identities.map((one, at) => ({ value: rowOf(one), line: at + 1, orderLines: [] }));
      const loaded = await load(transaction, rows, 'erp');
      if ('problems' in loaded) return { problem: loaded.problems.first[0]?.field ?? '' };
      recorded.push(...loaded.events);
    }
    const isStillOwn = (one: FoundOrder) => {
      const identity = customerOf(one.order, country)?.identity;
      const owner = ownerOf(one);
      return identity !== undefined && [owner?.email, owner?.phone].includes(identity);
    };
    const loadedKeys = new Set(given.map(({ order }) => order.key));
    const without = orders.filter((one) => !loadedKeys.has(one.order.key) && !isStillOwn(one));
    const lost = [...gone, ...without.map(({ known }) => known)].flatMap(({ order_nbr }) => order_nbr ?? []);
    for (const removed of await stored.remove(lost))
      recorded.push({ event: 'order', outcome: 'removed', ...removed });
    await store.forgetOrders(gone.map((known) => known.key));
    await store.saveOrders(
      orders.map((one) => ({
        ...one.known,
        record: one.order.record,
        order_nbr: isTaken(one) ? null : numberOf(one),
        contact: signOf(one.order),
        modified: one.order.modified,
      })),
    );
    return { recorded };
  };

  const tryTo = async (found: Found, loadable: readonly FoundOrder[]) => {
    const transaction = await database.startTransaction().execute();
    try {
      const { problem, recorded = [] } = await attempt(transaction, found, loadable);
      if (problem !== undefined) return problem;
      await transaction.commit().execute();
      for (const event of recorded) audit?.(event);
      return undefined;
    } finally {
      if (!transaction.isCommitted) await transaction.rollback().execute();
    }
  };

  /** Loads all, or else each half by itself: an order that cannot be loaded holds up no other. */
  const save = async (found: Found): Promise<void> => {
    const { orders } = found;
    const problem = await tryTo(found, orders);
    if (problem === undefined) return;
    const [first, ...others] = orders;
    if (first && others.length === 0) {
      log.warn(
        { erp: name, orderNbr: numberOf(first), field: problem },
        'an order of the ERP cannot be loaded',
      );
      await tryTo(found, []);
      return;
    }
    const middle = Math.ceil(orders.length / 2);
    await save({ ...found, orders: orders.slice(0, middle) });
    await save({ ...found, orders: orders.slice(middle), gone: [] });
  };
  return save;
};
