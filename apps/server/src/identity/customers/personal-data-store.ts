import { sql, type RawBuilder } from 'kysely';
import { transact, type Database } from '../../platform/database/connect';
import type { Row, Tables } from '../../platform/database/schema';
import { addressKinds, maskContacts, type Contact } from '../../platform/contact/contact';
import { lockImports } from './customer-store';

type Customer = Row<'customers'>;

/**
 * The rows about a customer in one table.
 * @param by their order, and the time of the newest
 * @param columns of an export: no hashes of secrets
 */
const rows = (
  table: keyof Tables,
  condition: RawBuilder<boolean>,
  by: string,
  ...columns: readonly string[]
) => ({ table, condition, by, columns });

type Rows = ReturnType<typeof rows>;

/** The kinds of limits whose keys end with a contact or the id of a customer. */
const LIMITS = ['codes', 'failures', 'failures/browsers', 'tests'];

/** Every row about a customer, by what an operator calls it. Add each new table here. */
const rowsAbout = ({ id, email, phone }: Pick<Customer, 'id' | 'email' | 'phone'>) => {
  const identifiers = [email, phone].filter((one) => one !== null);
  const own = sql<boolean>`customer_id = ${id}::uuid`;
  // Messages with codes have no customer id, only an address.
  const ownMessages = sql<boolean>`(${own} or (recipient <> '' and recipient = any(${identifiers}::text[])))`;
  const ownChallenges = sql<boolean>`identifier = any(${identifiers}::text[])`;
  const limitKeys = [...identifiers, id].flatMap((name) => LIMITS.map((kind) => `${kind}/${name}`));
  const ownLimits = sql<boolean>`key = any(${limitKeys}::text[])`;
  const message = ['kind', 'channel', 'recipient', 'status', 'changes', 'attempts', 'failure'];
  const device = ['browser', 'system', 'country'];
  const origin = ['issuer', 'subject', 'issuer_session'];
  return {
    orders: rows('orders', own, 'last_modified', 'order_nbr', 'document', 'events', 'last_modified'),
    mutedOrders: rows('muted_orders', own, 'muted_at', 'order_nbr', 'muted_at'),
    sessions: rows('sessions', own, 'last_seen_at', ...device, 'created_at', 'last_seen_at', ...origin),
    knownBrowsers: rows('known_browsers', own, 'signed_in_at', 'identifier', 'signed_in_at'),
    messages: rows('outbox', ownMessages, 'created_at', ...message, 'created_at', 'settled_at'),
    pendingCodes: rows('challenges', ownChallenges, 'expires_at', 'identifier', 'attempts', 'expires_at'),
    limits: rows('limit_hits', ownLimits, 'at', 'key', 'at'),
  };
};

/** Works on one customer in a transaction, which locks the row; refuses a contact of nobody, or of several. */
const withCustomer = <Result extends object>(
  database: Database,
  { channel, address }: Contact,
  work: (transaction: Database, customer: Customer) => Promise<Result>,
  lock?: (transaction: Database) => Promise<void>,
) =>
  transact(database, async (transaction) => {
    await lock?.(transaction);
    const found = await transaction
      .selectFrom('customers')
      .selectAll()
      .where(addressKinds[channel], '=', address)
      .orderBy('email')
      .forUpdate()
      .execute();
    const [customer, ...others] = found;
    if (!customer)
      return {
        refusal: `No customer has ${address}. Check the spelling; phone numbers need their country code.`,
      };
    if (others.length === 0) return { customerId: customer.id, ...(await work(transaction, customer)) };
    const names = found.map(({ email }) => email ?? 'one without an email address').join(', ');
    return {
      refusal: `${address} belongs to ${found.length} customers: ${names}. Name one by email address.`,
    };
  });

const preferencesOf = ({ notify_email, notify_sms, notify_status, notify_entries }: Customer) => ({
  preferences: { email: notify_email, sms: notify_sms },
  events: { status: notify_status, entries: notify_entries },
});

/** A summary of the data about a customer, with masked addresses. */
export const showCustomer = (database: Database, contact: Contact) =>
  withCustomer(database, contact, async (transaction, customer) => {
    const { messages: sent, ...about } = rowsAbout(customer);
    const count = async ({ table, condition, by }: Rows) => {
      const { rows } = await sql<{ count: number; newest: Date | null }>`
        select count(*)::int as count, max(${sql.ref(by)}) as newest
        from ${sql.table(table)} where ${condition}`.execute(transaction);
      return rows[0] ?? { count: 0, newest: null };
    };
    const messages = await sql<{ status: string; count: number }>`
      select status, count(*)::int as count from outbox where ${sent.condition}
      group by status order by min(created_at)`.execute(transaction);
    const sharing = await sql`
      select from customers where phone = ${customer.phone} and id <> ${customer.id}`.execute(transaction);
    return {
      ...maskContacts(customer),
      sharingPhone: sharing.rows.length,
      ...preferencesOf(customer),
      mutedOrders: (await count(about.mutedOrders)).count,
      since: customer.created_at,
      orders: await count(about.orders),
      sessions: await count(about.sessions),
      knownBrowsers: await count(about.knownBrowsers),
      messages: Object.fromEntries(messages.rows.map(({ status, count }) => [status, count])),
      pendingCodes: (await count(about.pendingCodes)).count,
    };
  });

/** Everything about a customer (GDPR articles 15 and 20), without hashes of secrets. */
export const exportCustomer = (database: Database, contact: Contact) =>
  withCustomer(database, contact, async (transaction, customer) => {
    const data: Record<string, readonly object[]> = {};
    for (const [kind, { table, condition, columns, by }] of Object.entries(rowsAbout(customer))) {
      const { rows } = await sql<object>`
        select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
        where ${condition} order by ${sql.ref(by)}`.execute(transaction);
      data[kind] = rows;
    }
    const { email, phone, name, created_at } = customer;
    return { customer: { email, phone, name, ...preferencesOf(customer), created_at }, ...data };
  });

/** @returns the numbers of deleted rows */
const remove = async (transaction: Database, about: Record<string, Pick<Rows, 'table' | 'condition'>>) => {
  const removed: Record<string, number> = {};
  for (const [kind, { table, condition }] of Object.entries(about)) {
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ${condition}`.execute(
      transaction,
    );
    removed[kind] = Number(numAffectedRows);
  }
  return removed;
};

/** Ends all sessions, forgets all browsers, and voids pending codes. */
export const endAccess = (transaction: Database, customer: Pick<Customer, 'id' | 'email' | 'phone'>) => {
  const { sessions, knownBrowsers, pendingCodes } = rowsAbout(customer);
  return remove(transaction, { sessions, knownBrowsers, pendingCodes });
};

/** Ends all access of a stolen phone. */
export const signCustomerOut = (database: Database, contact: Contact) =>
  withCustomer(database, contact, async (transaction, customer) => ({
    ...maskContacts(customer),
    removed: await endAccess(transaction, customer),
  }));

/** Deletes the rows about a customer, and the customer. */
export const eraseRows = (transaction: Database, customer: Pick<Customer, 'id' | 'email' | 'phone'>) =>
  remove(transaction, {
    ...rowsAbout(customer),
    customers: { table: 'customers', condition: sql<boolean>`id = ${customer.id}::uuid` },
  });

/** Deletes everything about a customer (GDPR article 17). */
export const eraseCustomer = (database: Database, contact: Contact) =>
  withCustomer(
    database,
    contact,
    async (transaction, customer) => ({
      ...maskContacts(customer),
      removed: await eraseRows(transaction, customer),
    }),
    // Wait for a running import: it must not add orders to a customer who is being erased.
    lockImports,
  );
