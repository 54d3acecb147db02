import type { Database } from '../database/connect';
import type { Row } from '../database/schema';
import { maskContacts, type Contact } from './contact';
import { lockImports } from './customer-store';
import { personalDataStore } from './personal-data-store';

type Store = ReturnType<typeof personalDataStore>;
type Customer = Row<'customers'>;

/** Nobody has this contact. */
const unknown = (contact: Contact) => ({
  refusal: `No customer has ${contact.address}. Check the spelling; phone numbers need their country code.`,
});

/** Several customers have this phone number. */
const shared = ({ address }: Contact, customers: readonly Customer[]) => ({
  refusal: `${address} belongs to ${customers.length} customers: ${customers
    .map(({ email }) => email ?? 'one without an email address')
    .join(', ')}. Name one by email address.`,
});

/**
 * Works on one customer in one transaction.
 * @param isErasure makes running imports finish first
 * @returns the answer of `work`, or a refusal for a contact of nobody, or of several customers
 */
const withCustomer = <Answer extends object>(
  database: Database,
  contact: Contact,
  work: (store: Store, customer: Customer) => Promise<Answer>,
  { isErasure = false }: { isErasure?: boolean } = {},
) =>
  database.transaction().execute(async (transaction) => {
    // Wait for a running import: it must not add orders to a customer who is being erased.
    if (isErasure) await lockImports(transaction);
    const store = personalDataStore(transaction);
    const [customer, ...others] = await store.find(contact);
    if (!customer) return unknown(contact);
    if (others.length > 0) return shared(contact, [customer, ...others]);
    return { customerId: customer.id, ...(await work(store, customer)) };
  });

const preferencesOf = ({ notify_email, notify_sms }: Customer) => ({ email: notify_email, sms: notify_sms });

/** A summary of the data about a customer, with masked addresses. */
export const showCustomer = (database: Database, contact: Contact) =>
  withCustomer(database, contact, async (store, customer) => ({
    ...maskContacts(customer),
    sharingPhone: await store.countSharing(customer),
    preferences: preferencesOf(customer),
    since: customer.created_at,
    orders: await store.count(customer, 'orders'),
    sessions: await store.count(customer, 'sessions'),
    knownBrowsers: await store.count(customer, 'knownBrowsers'),
    messages: await store.countMessages(customer),
    pendingCodes: (await store.count(customer, 'pendingCodes')).count,
  }));

/** Everything about a customer (GDPR articles 15 and 20). */
export const exportCustomer = (database: Database, contact: Contact) =>
  withCustomer(database, contact, async (store, customer) => {
    const { email, phone, name, created_at } = customer;
    return {
      customer: { email, phone, name, preferences: preferencesOf(customer), created_at },
      ...(await store.read(customer)),
    };
  });

/** Ends all access of a stolen phone: sessions, known browsers, and pending codes. */
export const signCustomerOut = (database: Database, contact: Contact) =>
  withCustomer(database, contact, async (store, customer) => ({
    ...maskContacts(customer),
    removed: await store.signOut(customer),
  }));

/** Deletes everything about a customer (GDPR article 17). */
export const eraseCustomer = (database: Database, contact: Contact) =>
  withCustomer(
    database,
    contact,
    async (store, customer) => ({ ...maskContacts(customer), removed: await store.erase(customer) }),
    { isErasure: true },
  );
