import { randomUUID } from 'node:crypto';
import { contactOf } from '../../platform/contact/contact';
import { customerStore, type StoredCustomer } from '../../identity/customers/customer-store';
import type { Database } from '../../platform/database/connect';
import { severalCustomers, type ImportRow, type Place, type Problem, type Problems } from './read-rows';

const contactKinds = ['email', 'phone'] as const;
type ContactKind = (typeof contactKinds)[number];

/** A row of the file with the customer that it creates or updates. */
export interface Match {
  row: ImportRow;
  before: StoredCustomer | undefined;
  customer: StoredCustomer;
  change: 'new' | 'updated' | 'unchanged';
  /** The contacts of a stored customer that the file adds, changes or removes. */
  changedContacts: readonly ContactKind[];
  /** Whether a contact is gone: somebody else may have it now, and be signed in with it. */
  hasLostContact: boolean;
}

const noContacts = { email: null, phone: null };

/** Fields that the file leaves out keep their values; with `formerly`, the contacts of the file replace both. */
const merge = (row: ImportRow, before: StoredCustomer | undefined): Match => {
  const { formerly, ...given } = row.customer;
  const contacts = before && formerly === undefined ? before : noContacts;
  const customer = {
    id: before?.id ?? randomUUID(),
    email: given.email ?? contacts.email,
    phone: given.phone ?? contacts.phone,
    name: given.name ?? before?.name ?? null,
  };
  const changedContacts = contactKinds.filter((kind) => before && before[kind] !== customer[kind]);
  const isChanged = changedContacts.length > 0 || before?.name !== customer.name;
  const changeOfStored = isChanged ? 'updated' : 'unchanged';
  return {
    row,
    before,
    customer,
    change: before ? changeOfStored : 'new',
    changedContacts,
    hasLostContact: changedContacts.some((kind) => before?.[kind] !== null),
  };
};

/**
 * Finds the customers of rows by email address, or by phone number if the row has no address. Each row is matched with
 * what those before it leave.
 */
export const createMatcher = (transaction: Database, problems: Problems) => {
  const taken = new Map<string, Place>();

  const matchRow = (row: ImportRow, customers: readonly StoredCustomer[]): Match | undefined => {
    const { place } = row;
    const { email, phone, formerly } = row.customer;
    const refuse = (problem: Problem): undefined => {
      problems.add(problem);
    };
    const [holder, other] = phone ? customers.filter((one) => one.phone === phone) : [];
    if (phone && !email && other) return refuse(severalCustomers(place, phone));
    const identified = email ? customers.find((one) => one.email === email) : holder;
    const former = formerly ? customers.find((one) => contactOf(one).address === formerly) : undefined;
    if (identified && former && identified.id !== former.id) {
      const reason = `${email ?? phone} and ${formerly} belong to two different customers`;
      return refuse({ ...place, field: 'formerly', reason });
    }
    const before = identified ?? former;
    const earlier = before && taken.get(before.id);
    if (earlier) {
      const reason = `the customer appears twice, first in row ${earlier.row}`;
      return refuse({ ...place, field: '', reason });
    }
    return merge(row, before);
  };

  return async (rows: readonly ImportRow[]): Promise<Match[]> => {
    const contacts = rows.flatMap(({ customer: { email, phone, formerly } }) => [email, phone, formerly]);
    let customers = await customerStore(transaction).findAll(contacts.filter((one) => one !== undefined));
    return rows.flatMap((row) => {
      const match = matchRow(row, customers);
      if (!match) return [];
      const { customer } = match;
      taken.set(customer.id, row.place);
      customers = [...customers.filter(({ id }) => id !== customer.id), customer];
      return [match];
    });
  };
};
