import { sql } from 'kysely';
import type { Database } from '../database/connect';
import type { Row, Tables } from '../database/schema';
import { addressKinds, type Contact } from './contact';

type Customer = Pick<Row<'customers'>, 'id' | 'email' | 'phone'>;

const identifiersOf = ({ email, phone }: Customer): string[] => [email, phone].filter((one) => one !== null);

/** Everything that the database stores about a customer. Add each new table here. */
export const personalDataStore = (database: Database) => {
  const ofCustomer = ({ id }: Customer) => sql<boolean>`customer_id = ${id}::uuid`;
  const ofIdentifier = (customer: Customer) =>
    sql<boolean>`identifier = any(${identifiersOf(customer)}::text[])`;
  /** Messages with codes have no customer id, only an address. */
  const ofRecipient = (customer: Customer) =>
    sql<boolean>`(customer_id = ${customer.id}::uuid or recipient = any(${identifiersOf(customer)}::text[]))`;
  /** The keys of limits end with a name, such as `codes/ann@example.com`. */
  const ofLimit = (customer: Customer, browsers: readonly string[]) => {
    const names = [...identifiersOf(customer), customer.id, ...browsers];
    return sql<boolean>`exists (
      select from unnest(${names}::text[]) as name where right(key, length(name) + 1) = '/' || name
    )`;
  };
  /** Senders choose the ids of deliveries, so one may name a customer. Joann@… is not ann@…. */
  const ofDelivery = (customer: Customer) => sql<boolean>`exists (
    select from unnest(${identifiersOf(customer)}::text[]) as name
    where lower(id) ~ ('(^|[^[:alnum:].+])' || regexp_replace(name, '[^[:alnum:]]', '\\\\\\&', 'g') || '($|[^[:alnum:].])')
  )`;

  const browserHashes = async (customer: Customer) => {
    const browsers = await database
      .selectFrom('known_browsers')
      .select('token_hash')
      .where(ofCustomer(customer))
      .execute();
    return browsers.map(({ token_hash }) => token_hash);
  };

  const remove = async (table: keyof Tables, condition: ReturnType<typeof ofCustomer>) => {
    const { rows } = await sql<{ count: number }>`
      with removed as (delete from ${sql.table(table)} where ${condition} returning 1)
      select count(*)::int as count from removed`.execute(database);
    return rows[0]?.count ?? 0;
  };

  const removeCodes = (customer: Customer) => remove('challenges', ofIdentifier(customer));

  return {
    /** Locks the rows: no other transaction changes or deletes the customers until this one ends. */
    find: ({ channel, address }: Contact): Promise<Row<'customers'>[]> =>
      database
        .selectFrom('customers')
        .selectAll()
        .where(addressKinds[channel], '=', address)
        .orderBy('email')
        .forUpdate()
        .execute(),

    /** The number of other customers with the same phone number. */
    countSharing: async ({ id, phone }: Customer): Promise<number> => {
      const others = await database
        .selectFrom('customers')
        .select('id')
        .where('phone', '=', phone)
        .where('id', '<>', id)
        .execute();
      return others.length;
    },

    /** Every row, without hashes of secrets. */
    read: async (customer: Customer) => ({
      orders: await database
        .selectFrom('orders')
        .select(['order_nbr', 'document', 'events', 'last_modified'])
        .where(ofCustomer(customer))
        .orderBy('order_nbr')
        .execute(),
      sessions: await database
        .selectFrom('sessions')
        .select(['created_at', 'last_seen_at', 'issuer', 'subject', 'issuer_session'])
        .where(ofCustomer(customer))
        .orderBy('created_at')
        .execute(),
      knownBrowsers: await database
        .selectFrom('known_browsers')
        .select(['identifier', 'signed_in_at'])
        .where(ofCustomer(customer))
        .orderBy('signed_in_at')
        .execute(),
      messages: await database
        .selectFrom('outbox')
        .select(['kind', 'channel', 'recipient', 'status', 'changes', 'attempts', 'failure'])
        .select(['created_at', 'settled_at'])
        .where(ofRecipient(customer))
        .orderBy('created_at')
        .execute(),
      pendingCodes: await database
        .selectFrom('challenges')
        .select(['identifier', 'attempts', 'expires_at'])
        .where(ofIdentifier(customer))
        .execute(),
      limits: await database
        .selectFrom('limit_hits')
        .select(['key', 'at'])
        .where(ofLimit(customer, await browserHashes(customer)))
        .orderBy('at')
        .execute(),
      deliveries: await database
        .selectFrom('hook_deliveries')
        .select(['id', 'answer', 'received_at'])
        .where(ofDelivery(customer))
        .execute(),
    }),

    /** Ends all sessions, forgets all browsers, and voids pending codes. Needs a transaction. */
    signOut: async (customer: Customer) => ({
      sessions: await remove('sessions', ofCustomer(customer)),
      knownBrowsers: await remove('known_browsers', ofCustomer(customer)),
      pendingCodes: await removeCodes(customer),
    }),

    /** Deletes every row. Needs a transaction. */
    erase: async (customer: Customer) => {
      // First: the keys of limits contain the hashes of browsers, which are deleted below.
      const limits = await remove('limit_hits', ofLimit(customer, await browserHashes(customer)));
      return {
        orders: await remove('orders', ofCustomer(customer)),
        sessions: await remove('sessions', ofCustomer(customer)),
        knownBrowsers: await remove('known_browsers', ofCustomer(customer)),
        messages: await remove('outbox', ofRecipient(customer)),
        pendingCodes: await removeCodes(customer),
        limits,
        deliveries: await remove('hook_deliveries', ofDelivery(customer)),
        customers: await remove('customers', sql<boolean>`id = ${customer.id}::uuid`),
      };
    },
  };
};
