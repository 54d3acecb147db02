import { sql } from 'kysely';
import { addressKinds, type Contact } from '../../platform/contact/contact';
import { transact, type Database } from '../../platform/database/connect';
import type { Key } from '../../platform/crypto/secrets';
import { lockImports } from './customer-store';
import { TABLES, tableRules, type Person, type Row } from '../../platform/database/schema';
import { erasureStore } from './erasure-store';

export type Customer = Row<'customers'>;

/** The rows about customers in each table that has some. */
const PERSONAL = tableRules.flatMap(([table, { personal }]) => (personal ? [{ table, ...personal }] : []));

/** How an operator names a customer. */
export type Sought = { contact: Contact } | { id: string };

/** A look waits for nobody, a change for an import that changes the same customer, and `erase` for every import. */
export type Access = 'look' | 'change' | 'erase';

/** Works on one customer in a transaction; refuses a contact of nobody, or of several. */
export const withCustomer = async <Result>(
  database: Database,
  sought: Sought,
  work: (transaction: Database, customer: Customer) => Promise<Result>,
  access: Access,
): Promise<{ customer: Customer; result: Result } | { refusal: string }> =>
  transact(database, async (transaction) => {
    // It must not add orders to a customer who is being erased.
    if (access === 'erase') await lockImports(transaction);
    const customers = transaction.selectFrom('customers').selectAll().orderBy('email');
    const all = access === 'look' ? customers : customers.forUpdate();
    const found = await (
      'id' in sought
        ? all.where('id', '=', sought.id)
        : all.where(addressKinds[sought.contact.channel], '=', sought.contact.address)
    ).execute();
    const [customer, ...others] = found;
    const name = 'id' in sought ? 'this id' : sought.contact.address;
    if (!customer)
      return {
        refusal: `No customer has ${name}. Check the spelling; phone numbers need their country code.`,
      };
    if (others.length === 0) return { customer, result: await work(transaction, customer) };
    const names = found.map(({ email }) => email ?? 'one without an email address').join(', ');
    return { refusal: `${name} belongs to ${found.length} customers: ${names}. Name one by email address.` };
  });

const preferencesOf = (customer: Customer) => ({
  preferences: { email: customer.notify_email, sms: customer.notify_sms },
  events: {
    status: customer.notify_status,
    entries: customer.notify_entries,
    visits: customer.notify_visits,
  },
  language: customer.language,
});

/** A summary of the data about a customer. */
export const summaryOf = async (transaction: Database, customer: Customer) => {
  const counts: Record<string, { count: number; newest: Date | null }> = {};
  for (const { table, as, of, by } of PERSONAL) {
    const { rows } = await sql<{ count: number; newest: Date | null }>`
      select count(*)::int as count, max(${sql.ref(by)}) as newest
      from ${sql.table(table)} where ${of(customer)}`.execute(transaction);
    if (rows[0]) counts[as] = rows[0];
  }
  const messages = await sql<{ status: string; count: number }>`
    select status, count(*)::int as count from outbox where ${TABLES.outbox.personal.of(customer)}
    group by status order by min(created_at)`.execute(transaction);
  const sharing = await sql`
    select from customers where phone = ${customer.phone} and id <> ${customer.id}`.execute(transaction);
  const { name, email, phone, blocked_at, created_at } = customer;
  return {
    ...{ name, email, phone, blockedAt: blocked_at },
    sharingPhone: sharing.rows.length,
    ...preferencesOf(customer),
    since: created_at,
    ...counts,
    messages: Object.fromEntries(messages.rows.map(({ status, count }) => [status, count])),
  };
};

/** Everything about a customer (GDPR articles 15 and 20), without hashes of secrets. */
export const exportOf = async (transaction: Database, customer: Customer) => {
  const data: Record<string, readonly object[]> = {};
  for (const { table, as, of, columns, by } of PERSONAL) {
    const { rows } = await sql<object>`
      select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
      where ${of(customer)} order by ${sql.ref(by)}`.execute(transaction);
    data[as] = rows;
  }
  const { email, phone, name, blocked_at, created_at, signed_in_at } = customer;
  const about = { email, phone, name, ...preferencesOf(customer), blocked_at, created_at, signed_in_at };
  return { customer: about, ...data };
};

/** Deletes the rows about a person in some tables. @returns their numbers */
const remove = async (transaction: Database, person: Person, tables: typeof PERSONAL) => {
  const removed: Record<string, number> = {};
  for (const { table, as, of } of tables) {
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ${of(person)}`.execute(
      transaction,
    );
    removed[as] = Number(numAffectedRows);
  }
  return removed;
};

/** Ends all sessions, forgets all browsers, and voids pending codes. */
export const endAccess = (transaction: Database, person: Person) =>
  remove(
    transaction,
    person,
    PERSONAL.filter(({ table }) => ['sessions', 'known_browsers', 'challenges'].includes(table)),
  );

/** Keeps a customer out, or lets them in again: a blocked one signs in like a stranger, with no code. */
export const setBlocked = async (transaction: Database, person: Person, isBlocked: boolean) => {
  await transaction
    .updateTable('customers')
    .set({ blocked_at: isBlocked ? sql`coalesce(blocked_at, now())` : null })
    .where('id', '=', person.id)
    .execute();
  if (isBlocked) await endAccess(transaction, person);
};

/** Gives the orders of a customer to somebody else who sees them. */
const handOver = (transaction: Database, { id }: Person) =>
  sql`
    update orders set customer_id = reader.customer_id
    from (select distinct on (order_nbr) order_nbr, customer_id from order_readers
      where order_nbr = any(array(select order_nbr from orders where customer_id = ${id}::uuid))
        and customer_id <> ${id}::uuid order by order_nbr, customer_id) as reader
    where orders.order_nbr = reader.order_nbr and orders.customer_id = ${id}::uuid
  `.execute(transaction);

/** Deletes the rows about a customer, and the customer (GDPR article 17). An order that others see stays theirs. */
export const eraseRows = async (transaction: Database, person: Person, erasures: Key) => {
  await erasureStore(transaction, erasures).remember([person.email ?? [], person.phone ?? []].flat());
  await handOver(transaction, person);
  const removed = await remove(transaction, person, PERSONAL);
  const { numDeletedRows } = await transaction
    .deleteFrom('customers')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  return { ...removed, customers: Number(numDeletedRows) };
};
