import type { AuditEvent } from '../audit/audit';
import { normalizeEmail, normalizePhone, contactOf } from '../customers/contact';
import { customerStore, lockImports } from '../customers/customer-store';
import type { Key } from '../config/secrets';
import type { Database } from '../database/connect';
import { load } from '../import/load';
import { orderStore } from '../orders/order-store';
import type { ErpEvent, ErpOrder } from './connector';
import { erpStore, type ErpStore, type KnownOrder } from './erp-store';

/** What was read of some orders at once. */
export interface Found {
  /** All keys that were asked for. Those without an order are gone. */
  keys: readonly string[];
  orders: readonly ErpOrder[];
  events: ReadonlyMap<string, readonly ErpEvent[]>;
  /** Up to when the events of a record are known; absent for others. */
  eventsModified: ReadonlyMap<string, Date>;
}

interface Saving {
  name: string;
  holder: string;
  /** Signs contacts, so that the database does not repeat them. */
  key: Key;
  /** Of phone numbers without a country code. */
  country: string | undefined;
}

/** An order that could not be loaded, by the field that is the reason. */
export interface Skipped {
  orderNbr: string;
  field: string;
}

type Owner = Awaited<ReturnType<ReturnType<typeof orderStore>['findOwners']>>[number];

/** A customer as an ERP writes it, who has at least an address or a number. */
interface Customer {
  identity: string;
  email: string | undefined;
  phone: string | undefined;
  name: string | undefined;
}

/** ERPs keep several addresses in one field. */
const customerOf = ({ contact }: ErpOrder, country: string | undefined): Customer | undefined => {
  const [email] = (contact.email ?? '').split(/[;,]/).flatMap((one) => normalizeEmail(one) ?? []);
  const phone = normalizePhone(contact.phone ?? '', country);
  const identity = email ?? phone;
  const name = contact.name?.trim().slice(0, 200) || undefined;
  return identity === undefined ? undefined : { identity, email, phone, name };
};

/** An order of a customer, on its way into the store. */
interface Given {
  order: ErpOrder;
  customer: Customer;
  /** Whether the order says something about its customer that it did not say before. */
  isContactNew: boolean;
}

/** The rows of an import: a customer each, with the number and name of the newest order that has news about them. */
const rowsOf = (
  given: readonly Given[],
  events: Found['events'],
  owners: ReadonlyMap<string, Owner>,
  isKnown: (identity: string) => boolean,
) => {
  const byCustomer = new Map<string, Given[]>();
  for (const one of given)
    byCustomer.set(one.customer.identity, [...(byCustomer.get(one.customer.identity) ?? []), one]);
  return [...byCustomer].map(([identity, orders]) => {
    const newestFirst = orders.toSorted((a, b) => +b.order.modified - +a.order.modified);
    const teller = newestFirst.find(({ isContactNew }) => isContactNew || !isKnown(identity));
    const { email, phone, name } = teller?.customer ?? {};
    const value = {
      ...(identity.includes('@') ? { email: email ?? identity, phone } : { phone: identity }),
      name,
      orders: orders.map(({ order: { fields, record } }) => {
        const owner = owners.get(fields.ServiceOrderNbr);
        const address = owner && contactOf(owner).address;
        return {
          ...fields,
          events: events.get(record) ?? [],
          ...(address !== identity && { movedFrom: address }),
        };
      }),
    };
    return { given: orders, value };
  });
};

/**
 * Writes orders as the ERP has them, through the rules of an import, in one transaction of the lease's holder. An
 * order that the ERP no longer has, or without a contact, leaves the store; so does one that cannot be loaded, if it
 * is another customer's by now.
 */
export const createSaveOrders = (database: Database, { name, holder, key, country }: Saving) => {
  /** @returns undefined when a problem was found: `given` is then without it, and the caller tries again */
  const attempt = async (found: Found, given: Set<Given>, known: ReadonlyMap<string, KnownOrder>) => {
    const skipped: Skipped[] = [];
    const transaction = await database.startTransaction().execute();
    try {
      const store = erpStore(transaction, name);
      await store.hold(holder);
      await lockImports(transaction);
      const numbers = found.orders.map(({ fields }) => fields.ServiceOrderNbr);
      const owners = new Map(
        (await orderStore(transaction).findOwners(numbers)).map((owner) => [owner.orderNbr, owner]),
      );
      const identities = [...given].map(({ customer }) => customer.identity);
      const customers = await customerStore(transaction).findAll(identities);
      const isKnown = (identity: string) =>
        customers.some(({ email, phone }) => email === identity || phone === identity);
      const rows = rowsOf([...given], found.events, owners, isKnown);
      const events: AuditEvent[] = [];
      if (rows.length > 0) {
        const loaded = await load(
          transaction,
          rows.map(({ value }, index) => ({ value, line: index + 1, orderLines: [] })),
          'erp',
        );
        if ('problems' in loaded) {
          for (const { place, field } of loaded.problems.first) {
            const row = rows[place.row - 1]?.given ?? [];
            for (const one of place.order === undefined ? row : row.slice(place.order, place.order + 1)) {
              given.delete(one);
              skipped.push({ orderNbr: one.order.fields.ServiceOrderNbr, field });
            }
          }
          return { skipped, isDone: false, events };
        }
        events.push(...loaded.events);
      }
      const removed = await orderStore(transaction).remove(goneOf(found, given, known, owners));
      for (const order of removed) events.push({ event: 'order', outcome: 'removed', ...order });
      const keys = new Set(found.orders.map(({ key }) => key));
      await store.forgetOrders(found.keys.filter((one) => !keys.has(one)));
      await store.saveOrders(found.orders.map((order) => knownOf(order, found)));
      await transaction.commit().execute();
      return { skipped, isDone: true, events };
    } finally {
      if (!transaction.isCommitted) await transaction.rollback().execute();
    }
  };

  const signOf = (order: ErpOrder) => key.sign(JSON.stringify(customerOf(order, country) ?? null));

  const knownOf = (order: ErpOrder, { eventsModified }: Found): KnownOrder => ({
    key: order.key,
    record: order.record,
    orderNbr: order.fields.ServiceOrderNbr,
    modified: order.modified,
    eventsModified: eventsModified.get(order.record) ?? null,
    contact: signOf(order),
  });

  /** The numbers of orders that must not stay with whom they are. */
  const goneOf = (
    { keys, orders }: Found,
    given: ReadonlySet<Given>,
    known: ReadonlyMap<string, KnownOrder>,
    owners: ReadonlyMap<string, Owner>,
  ): string[] => {
    const loaded = new Set([...given].map(({ order }) => order.key));
    const byKey = new Map(orders.map((order) => [order.key, order]));
    return keys.flatMap((one) => {
      const order = byKey.get(one);
      const former = known.get(one)?.orderNbr;
      if (!order || loaded.has(one)) return former !== undefined && !order ? [former] : [];
      const owner = owners.get(order.fields.ServiceOrderNbr);
      const identity = customerOf(order, country)?.identity;
      const isStillOwn = identity !== undefined && [owner?.email, owner?.phone].includes(identity);
      return former !== undefined && !isStillOwn ? [order.fields.ServiceOrderNbr] : [];
    });
  };

  /** Leaves out orders whose number another order has: the keys of an ERP may have a part that its numbers lack. */
  const withoutTaken = async (all: Found, store: ErpStore) => {
    const takers = new Map<string, string>();
    const numbers = all.orders.map(({ fields }) => fields.ServiceOrderNbr);
    for (const { orderNbr, key: taker } of await store.findNumbers(numbers)) takers.set(orderNbr, taker);
    const isTaken = ({ key: own, fields: { ServiceOrderNbr: number } }: ErpOrder) => {
      const taker = takers.get(number) ?? own;
      takers.set(number, taker);
      return taker !== own;
    };
    const taken = new Map(all.orders.filter(isTaken).map((order) => [order.key, order]));
    return {
      found: {
        ...all,
        keys: all.keys.filter((one) => !taken.has(one)),
        orders: all.orders.filter((order) => !taken.has(order.key)),
      },
      skipped: [...taken.values()].map(({ fields }) => ({
        orderNbr: fields.ServiceOrderNbr,
        field: 'ServiceOrderNbr',
      })),
    };
  };

  return async (all: Found) => {
    const store = erpStore(database, name);
    const { found, skipped } = await withoutTaken(all, store);
    const stored = await store.findOrders(found.keys);
    const known = new Map(stored.map((order) => [order.key, order]));
    const given = new Set(
      found.orders.flatMap((order): Given[] => {
        const customer = customerOf(order, country);
        const isContactNew = known.get(order.key)?.contact !== signOf(order);
        return customer ? [{ order, customer, isContactNew }] : [];
      }),
    );
    for (;;) {
      const result = await attempt(found, given, known);
      skipped.push(...result.skipped);
      if (result.isDone) return { skipped, events: result.events };
    }
  };
};
