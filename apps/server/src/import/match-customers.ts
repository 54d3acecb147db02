import { maskContacts } from '../customers/contact';
import { identityOf, type KnownCustomer } from '../customers/customer-store';
import { isDemoCustomer } from '../demo/demo-data';
import type { KnownOrder } from '../orders/order-store';
import { orderPath, type ImportRow, type OrderPlace, type Problem } from './read-rows';

/** A row of the file with the customer that it creates or updates. */
export interface Match {
  row: ImportRow;
  /** Undefined for a new customer. */
  before: KnownCustomer | undefined;
  customer: KnownCustomer;
  change: 'new' | 'updated' | 'unchanged';
}

const groupByPhone = <Item extends { phone?: string | null | undefined }>(items: Iterable<Item>) => {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(item.phone ?? '');
    if (group) group.push(item);
    else if (item.phone) groups.set(item.phone, [item]);
  }
  return groups;
};

const noContacts = { email: null, phone: null };

/** Fields that the file leaves out keep their values; with `formerly`, the contacts of the file replace both. */
const merge = (known: KnownCustomer, { customer }: ImportRow): KnownCustomer => {
  const kept = customer.formerly === undefined ? known : noContacts;
  return {
    id: known.id,
    email: customer.email ?? kept.email,
    phone: customer.phone ?? kept.phone,
    name: customer.name ?? known.name,
  };
};

const contactKinds = ['email', 'phone'] as const;

/** The contacts of a known customer that the file adds, changes or removes. */
export const changedContacts = ({ before, customer }: Match) =>
  contactKinds.filter((kind) => before && before[kind] !== customer[kind]);

/** Whether the customer lost a contact: somebody else may have it now, and be signed in with it. */
export const hasLostContact = (match: Match): boolean =>
  changedContacts(match).some((kind) => match.before?.[kind] !== null);

const matchKnown = (row: ImportRow, before: KnownCustomer): Match => {
  const match: Match = { row, before, customer: merge(before, row), change: 'unchanged' };
  const isChanged = changedContacts(match).length > 0 || match.customer.name !== before.name;
  return isChanged ? { ...match, change: 'updated' } : match;
};

const matchNew = (row: ImportRow, id: string): Match => ({
  row,
  before: undefined,
  customer: merge({ id, ...noContacts, name: null }, row),
  change: 'new',
});

const twoCustomers = ({ row, customer: { email, phone, formerly } }: ImportRow): Problem => ({
  path: [row, 'formerly'],
  reason: `${email ?? phone} and ${formerly} belong to two different customers`,
});

const severalCustomers = ({ row, customer }: ImportRow): Problem => ({
  path: [row, 'phone'],
  reason: `phone number ${customer.phone} belongs to several customers: add the email address of the one you mean`,
});

const oneCustomerTwice = ({ row }: ImportRow, earlier: number): Problem => ({
  path: [row],
  reason: 'the customer appears twice',
  earlier: [earlier],
});

/**
 * Finds the customers of the rows by email address, or by phone number if the row has no address. A known number with
 * another address is a new customer, who shares the number.
 *
 * @param known every customer with an address or a number of the file
 * @param newId makes the id of a new customer
 */
export const matchCustomers = (
  rows: readonly ImportRow[],
  known: readonly KnownCustomer[],
  newId: () => string,
): { matches: Match[]; problems: Problem[] } => {
  const byIdentity = new Map(known.map((customer) => [identityOf(customer), customer]));
  const holders = groupByPhone(known);
  const given = groupByPhone(rows.map(({ customer }) => customer));
  const taken = new Map<string, number>();

  const matchRow = (row: ImportRow): Match | Problem => {
    const { email, phone = '', formerly = '' } = row.customer;
    const [holder, other] = holders.get(phone) ?? [];
    if (!email && (other ?? given.get(phone)?.[1])) return severalCustomers(row);
    const identified = email ? byIdentity.get(email) : holder;
    const former = byIdentity.get(formerly);
    if (identified && former && identified.id !== former.id) return twoCustomers(row);
    const found = identified ?? former;
    if (!found) return matchNew(row, newId());
    const earlier = taken.get(found.id);
    taken.set(found.id, earlier ?? row.row);
    return earlier !== undefined ? oneCustomerTwice(row, earlier) : matchKnown(row, found);
  };

  const results = rows.map(matchRow);
  return {
    matches: results.filter((result) => 'change' in result),
    problems: results.filter((result) => 'reason' in result),
  };
};

/** What the operator should know about the customers: changed contacts, and phone numbers that sign nobody in. */
export const notesOn = (matches: readonly Match[], known: readonly KnownCustomer[]): Problem[] => {
  const customers = new Map(
    [...known, ...matches.map(({ customer }) => customer)].map((one) => [one.id, one]),
  );
  const holders = groupByPhone(customers.values());
  return matches.flatMap((match) => {
    const { row, before, customer } = match;
    const [was, is] = [maskContacts(before ?? noContacts), maskContacts(customer)];
    const signedOut = hasLostContact(match) ? '; the customer is signed out' : '';
    const changes = changedContacts(match).map((kind) => ({
      path: [row.row, kind],
      reason: `${kind} changed from ${was[kind] ?? 'none'} to ${is[kind] ?? 'none'}${signedOut}`,
    }));
    const count = holders.get(customer.phone ?? '')?.length ?? 0;
    if (count < 2) return changes;
    const reason = `phone number ${is.phone} belongs to ${count} customers and signs in none of them`;
    return [...changes, { path: [row.row, 'phone'], reason }];
  });
};

/** An order that the file gives to another customer than before. */
export interface MovedOrder {
  from: KnownOrder;
  customerId: string;
}

/**
 * Finds orders of the file that belong to another customer. Only `movedFrom` moves one; those of the demo give way.
 * @param customerOf the customer of a row; undefined when the row is not valid
 */
export const findForeignOrders = (
  known: readonly KnownOrder[],
  orders: ReadonlyMap<string, OrderPlace>,
  customerOf: (row: number) => string | undefined,
) => {
  const [problems, notes, moved]: [Problem[], Problem[], MovedOrder[]] = [[], [], []];
  for (const from of known) {
    const place = orders.get(from.orderNbr);
    if (!place) continue;
    const customerId = customerOf(place.row);
    if (customerId === undefined || customerId === from.customerId || isDemoCustomer(from)) continue;
    const { email, phone } = maskContacts(from);
    const path = [...orderPath(place), 'ServiceOrderNbr'];
    if (place.movedFrom === identityOf(from)) {
      moved.push({ from, customerId });
      notes.push({ path, reason: `order ${from.orderNbr} moved from ${email ?? phone} to this customer` });
    } else
      problems.push({
        path,
        reason: `order ${from.orderNbr} belongs to ${email ?? phone}: to move it, add movedFrom; for a new address of the same customer, add formerly`,
      });
  }
  return { problems, notes, moved };
};
