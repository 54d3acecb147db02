import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/connect';
import type { Row, Tables } from '../database/schema';
import { addressKinds, maskContacts, type Contact } from './contact';
import { lockImports } from './customer-store';

type Customer = Row<'customers'>;

/** The rows about a customer in one table. */
interface Rows {
  table: keyof Tables;
  condition: RawBuilder<boolean>;
  /** The columns of an export: no hashes of secrets. */
  columns: readonly string[];
  /** Their order, and the time of the newest. */
  by: string;
}

/** Every row about a customer, by what an operator calls it. Add each new table here. */
const rowsAbout = ({ id, email, phone }: Pick<Customer, 'id' | 'email' | 'phone'>) => {
  const identifiers = [email, phone].filter((one) => one !== null);
  const condition = sql<boolean>`customer_id = ${id}::uuid`;
  return {
    orders: {
      table: 'orders',
      condition,
      columns: ['order_nbr', 'document', 'events', 'last_modified'],
      by: 'last_modified',
    },
    sessions: {
      table: 'sessions',
      condition,
      columns: ['created_at', 'last_seen_at', 'issuer', 'subject', 'issuer_session'],
      by: 'last_seen_at',
    },
    knownBrowsers: {
      table: 'known_browsers',
      condition,
      columns: ['identifier', 'signed_in_at'],
      by: 'signed_in_at',
    },
    messages: {
      table: 'outbox',
      // Messages with codes have no customer id, only an address.
      condition: sql`(${condition} or recipient = any(${identifiers}::text[]))`,
      columns: [
        ...['kind', 'channel', 'recipient', 'status', 'changes', 'attempts', 'failure'],
        ...['created_at', 'settled_at'],
      ],
      by: 'created_at',
    },
    pendingCodes: {
      table: 'challenges',
      condition: sql`identifier = any(${identifiers}::text[])`,
      columns: ['identifier', 'attempts', 'expires_at'],
      by: 'expires_at',
    },
    limits: {
      table: 'limit_hits',
      // The keys end with a name, such as `codes/ann@example.com`.
      condition: sql`exists (
        select from unnest(${[...identifiers, id]}::text[]) as name where right(key, length(name) + 1) = '/' || name
      )`,
      columns: ['key', 'at'],
      by: 'at',
    },
  } as const satisfies Record<string, Rows>;
};

/** Works on one customer in a transaction, which locks the row; refuses a contact of nobody, or of several. */
const withCustomer = <Result extends object>(
  database: Database,
  { channel, address }: Contact,
  work: (transaction: Database, customer: Customer) => Promise<Result>,
  lock?: (transaction: Database) => Promise<void>,
) =>
  database.transaction().execute(async (transaction) => {
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

const preferencesOf = ({ notify_email, notify_sms }: Customer) => ({ email: notify_email, sms: notify_sms });

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
      preferences: preferencesOf(customer),
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
    for (const [kind, { table, condition, columns, by }] of Object.entries<Rows>(rowsAbout(customer))) {
      const { rows } = await sql<object>`
        select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
        where ${condition} order by ${sql.ref(by)}`.execute(transaction);
      data[kind] = rows;
    }
    const { email, phone, name, created_at } = customer;
    return { customer: { email, phone, name, preferences: preferencesOf(customer), created_at }, ...data };
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

/** Deletes everything about a customer (GDPR article 17). */
export const eraseCustomer = (database: Database, contact: Contact) =>
  withCustomer(
    database,
    contact,
    async (transaction, customer) => ({
      ...maskContacts(customer),
      removed: await remove(transaction, {
        ...rowsAbout(customer),
        customers: { table: 'customers', condition: sql<boolean>`id = ${customer.id}::uuid` },
      }),
    }),
    // Wait for a running import: it must not add orders to a customer who is being erased.
    lockImports,
  );
