import type { KnownCustomer } from '../customers/customer-store';
import type { KnownOrder } from '../orders/order-store';
import { orderPath, type ImportRow, type OrderPlace, type Problem } from './read-rows';

/** A row of the file with the customer that it creates or updates. */
export interface Match {
  row: ImportRow;
  customer: KnownCustomer;
  change: 'new' | 'updated' | 'unchanged';
}

const indexBy = (known: readonly KnownCustomer[], field: 'email' | 'phone') =>
  new Map(known.flatMap((customer) => (customer[field] ? [[customer[field], customer]] : [])));

/** Fields that the file leaves out keep their values. */
const merge = (known: KnownCustomer, { customer: { email, phone, name } }: ImportRow): KnownCustomer => ({
  id: known.id,
  email: email ?? known.email,
  phone: phone ?? known.phone,
  name: name ?? known.name,
});

const differs = (one: KnownCustomer, other: KnownCustomer): boolean =>
  one.email !== other.email || one.phone !== other.phone || one.name !== other.name;

const matchKnown = (row: ImportRow, known: KnownCustomer): Match => {
  const customer = merge(known, row);
  return { row, customer, change: differs(known, customer) ? 'updated' : 'unchanged' };
};

const matchNew = (row: ImportRow, id: string): Match => ({
  row,
  customer: merge({ id, email: null, phone: null, name: null }, row),
  change: 'new',
});

const twoCustomers = ({ row, customer }: ImportRow): Problem => ({
  path: [row, 'phone'],
  reason: `phone number ${customer.phone} and email address ${customer.email} belong to two different customers`,
});

const oneCustomerTwice = ({ row }: ImportRow, earlier: number): Problem => ({
  path: [row],
  reason: 'the customer appears twice, by email address and by phone number',
  earlier: [earlier],
});

/**
 * Finds the customers of the rows by email address or phone number.
 *
 * @param known every customer with an address or a number of the file
 * @param newId makes the id of a new customer
 */
export const matchCustomers = (
  rows: readonly ImportRow[],
  known: readonly KnownCustomer[],
  newId: () => string,
): { matches: Match[]; problems: Problem[] } => {
  const byEmail = indexBy(known, 'email');
  const byPhone = indexBy(known, 'phone');
  const taken = new Map<string, number>();

  const matchRow = (row: ImportRow): Match | Problem => {
    const one = byEmail.get(row.customer.email ?? '');
    const other = byPhone.get(row.customer.phone ?? '');
    if (one && other && one.id !== other.id) return twoCustomers(row);
    const found = one ?? other;
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

/**
 * Finds orders of the file that belong to another customer: an import never moves an order.
 * @param customerOf the customer of a row; undefined when the row is not valid
 */
export const findForeignOrders = (
  known: readonly KnownOrder[],
  orders: ReadonlyMap<string, OrderPlace>,
  customerOf: (row: number) => string | undefined,
): Problem[] =>
  known.flatMap(({ orderNbr, customerId }) => {
    const place = orders.get(orderNbr);
    if (!place || (customerOf(place.row) ?? customerId) === customerId) return [];
    return [
      {
        path: [...orderPath(place), 'ServiceOrderNbr'],
        reason: `order ${orderNbr} already belongs to another customer`,
      },
    ];
  });
