import { randomUUID } from 'node:crypto';
import { maskContacts } from '../customers/contact';
import { customerStore, identityOf, type KnownCustomer } from '../customers/customer-store';
import type { Database } from '../database/connect';
import { severalCustomers, type ImportRow, type Place, type Problem } from './read-rows';

/** A row of the file with the customer that it creates or updates. */
export interface Match {
  row: ImportRow;
  /** Undefined for a new customer. */
  before: KnownCustomer | undefined;
  customer: KnownCustomer;
}

const noContacts = { email: null, phone: null };

/** Fields that the file leaves out keep their values; with `formerly`, the contacts of the file replace both. */
const merge = (before: KnownCustomer, { customer }: ImportRow): KnownCustomer => {
  const contacts = customer.formerly === undefined ? before : noContacts;
  return {
    id: before.id,
    email: customer.email ?? contacts.email,
    phone: customer.phone ?? contacts.phone,
    name: customer.name ?? before.name,
  };
};

const contactKinds = ['email', 'phone'] as const;

/** The contacts of a known customer that the file adds, changes or removes. */
export const changedContacts = ({ before, customer }: Match) =>
  contactKinds.filter((kind) => before && before[kind] !== customer[kind]);

/** Whether the customer lost a contact: somebody else may have it now, and be signed in with it. */
export const hasLostContact = (match: Match): boolean =>
  changedContacts(match).some((kind) => match.before?.[kind] !== null);

/** What a match does to the customer. */
export const changeOf = (match: Match): 'new' | 'updated' | 'unchanged' => {
  if (!match.before) return 'new';
  const isChanged = changedContacts(match).length > 0 || match.customer.name !== match.before.name;
  return isChanged ? 'updated' : 'unchanged';
};

/** What the operator should know about the changed contacts of a customer. */
export const contactNotes = (match: Match): Problem[] => {
  const { row, before, customer } = match;
  const [was, is] = [maskContacts(before ?? noContacts), maskContacts(customer)];
  const signedOut = hasLostContact(match) ? '; the customer is signed out' : '';
  return changedContacts(match).map((kind) => ({
    place: row.place,
    field: kind,
    reason: `${kind} changed from ${was[kind] ?? 'none'} to ${is[kind] ?? 'none'}${signedOut}`,
  }));
};

const present = (values: readonly (string | undefined)[]): string[] =>
  values.filter((value) => value !== undefined);

/**
 * Finds the customers of rows by email address, or by phone number if the row has no address. A known number with
 * another address is a new customer, who shares the number. Each row is matched with what those before it leave.
 * @returns a function for some rows at a time, which adds its problems
 */
export const createMatcher = (transaction: Database, add: (problem: Problem) => void) => {
  const taken = new Map<string, Place>();

  const matchRow = (row: ImportRow, customers: readonly KnownCustomer[]): Match | undefined => {
    const { place, customer: given } = row;
    const { email, phone, formerly } = given;
    const [holder, other] = phone ? customers.filter((one) => one.phone === phone) : [];
    if (phone && !email && other) return void add(severalCustomers(place, phone));
    const identified = email ? customers.find((one) => one.email === email) : holder;
    const former = formerly ? customers.find((one) => identityOf(one) === formerly) : undefined;
    if (identified && former && identified.id !== former.id) {
      const reason = `${email ?? phone} and ${formerly} belong to two different customers`;
      return void add({ place, field: 'formerly', reason });
    }
    const before = identified ?? former;
    const earlier = before && taken.get(before.id);
    if (earlier) return void add({ place, field: '', reason: 'the customer appears twice', earlier });
    return { row, before, customer: merge(before ?? { id: randomUUID(), ...noContacts, name: null }, row) };
  };

  return async (rows: readonly ImportRow[]): Promise<Match[]> => {
    const emails = present(rows.flatMap(({ customer }) => [customer.email, customer.formerly]));
    const phones = present(rows.flatMap(({ customer }) => [customer.phone, customer.formerly]));
    let customers = await customerStore(transaction).findAll(emails, phones);
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
