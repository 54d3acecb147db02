import type { ImportRow } from './import-row';
import type { Path, Problem } from './problem';

/** A customer as the database has one. */
export interface KnownCustomer {
  id: string;
  email: string | null;
  phone: string | null;
  name: string | null;
}

/** A row of the file with the customer that it becomes. */
export interface Match {
  row: ImportRow;
  customer: KnownCustomer;
  change: 'new' | 'updated' | 'unchanged';
}

const indexBy = (known: readonly KnownCustomer[], field: 'email' | 'phone') =>
  new Map(known.flatMap((customer) => (customer[field] ? [[customer[field], customer]] : [])));

/** What a file does not say stays as it is. */
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

const twoCustomers = ({ path, customer }: ImportRow): Problem => ({
  path: [...path, 'phone'],
  reason: `the phone number ${customer.phone} and the e-mail address ${customer.email} belong to two customers already`,
});

const oneCustomerTwice = ({ path }: ImportRow, earlier: Path): Problem => ({
  path,
  reason: 'the customer stands in the file twice, by e-mail address and by phone number',
  earlier,
});

/**
 * Finds who the rows of a file are: customers are known by e-mail address or phone number.
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
  const taken = new Map<string, Path>();

  const matchRow = (row: ImportRow): Match | Problem => {
    const one = byEmail.get(row.customer.email ?? '');
    const other = byPhone.get(row.customer.phone ?? '');
    if (one && other && one.id !== other.id) return twoCustomers(row);
    const found = one ?? other;
    if (!found) return matchNew(row, newId());
    const earlier = taken.get(found.id);
    taken.set(found.id, earlier ?? row.path);
    return earlier ? oneCustomerTwice(row, earlier) : matchKnown(row, found);
  };

  const results = rows.map(matchRow);
  return {
    matches: results.filter((result) => 'change' in result),
    problems: results.filter((result) => 'reason' in result),
  };
};
