import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/connect';
import type { Row, Tables } from '../database/schema';
import { addressKinds, type Contact } from './contact';

type Customer = Pick<Row<'customers'>, 'id' | 'email' | 'phone'>;

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
const rowsAbout = ({ id, email, phone }: Customer) => {
  const identifiers = [email, phone].filter((one) => one !== null);
  const ofCustomer = sql<boolean>`customer_id = ${id}::uuid`;
  const ofIdentifier = sql<boolean>`identifier = any(${identifiers}::text[])`;
  return {
    // First: the keys of limits contain the hashes of browsers, which are deleted below.
    limits: {
      table: 'limit_hits',
      // The keys end with a name, such as `codes/ann@example.com`.
      condition: sql`exists (
        select from (
          select unnest(${[...identifiers, id]}::text[]) as name
          union all select token_hash from known_browsers where ${ofCustomer}
        ) as names where right(key, length(name) + 1) = '/' || name
      )`,
      columns: ['key', 'at'],
      by: 'at',
    },
    orders: {
      table: 'orders',
      condition: ofCustomer,
      columns: ['order_nbr', 'document', 'events', 'last_modified'],
      by: 'last_modified',
    },
    sessions: {
      table: 'sessions',
      condition: ofCustomer,
      columns: ['created_at', 'last_seen_at', 'issuer', 'subject', 'issuer_session'],
      by: 'last_seen_at',
    },
    knownBrowsers: {
      table: 'known_browsers',
      condition: ofCustomer,
      columns: ['identifier', 'signed_in_at'],
      by: 'signed_in_at',
    },
    messages: {
      table: 'outbox',
      // Messages with codes have no customer id, only an address.
      condition: sql`(${ofCustomer} or recipient = any(${identifiers}::text[]))`,
      columns: [
        ...['kind', 'channel', 'recipient', 'status', 'changes', 'attempts', 'failure'],
        ...['created_at', 'settled_at'],
      ],
      by: 'created_at',
    },
    pendingCodes: {
      table: 'challenges',
      condition: ofIdentifier,
      columns: ['identifier', 'attempts', 'expires_at'],
      by: 'expires_at',
    },
    deliveries: {
      table: 'hook_deliveries',
      // Senders choose the ids of deliveries, so one may name a customer. Joann@… is not ann@….
      condition: sql`exists (
        select from unnest(${identifiers}::text[]) as name
        where lower(id) ~ ('(^|[^[:alnum:].+])' || regexp_replace(name, '[^[:alnum:]]', '\\\\\\&', 'g') || '($|[^[:alnum:].])')
      )`,
      columns: ['id', 'answer', 'received_at'],
      by: 'received_at',
    },
  } as const satisfies Record<string, Rows>;
};

/** What the database stores about a customer, by name. */
type Kind = keyof ReturnType<typeof rowsAbout>;

/** The data about customers. */
export const personalDataStore = (database: Database) => {
  /** @returns the numbers of deleted rows */
  const remove = async (about: Record<string, Pick<Rows, 'table' | 'condition'>>) => {
    const removed: Record<string, number> = {};
    for (const [kind, { table, condition }] of Object.entries(about)) {
      const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ${condition}`.execute(
        database,
      );
      removed[kind] = Number(numAffectedRows);
    }
    return removed;
  };

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

    /** The number of rows, and the time of the newest. */
    count: async (customer: Customer, kind: Kind) => {
      const { table, condition, by }: Rows = rowsAbout(customer)[kind];
      const { rows } = await sql<{ count: number; newest: Date | null }>`
        select count(*)::int as count, max(${sql.ref(by)}) as newest
        from ${sql.table(table)} where ${condition}`.execute(database);
      return { count: rows[0]?.count ?? 0, newest: rows[0]?.newest ?? null };
    },

    countMessages: async (customer: Customer): Promise<Record<string, number>> => {
      const { rows } = await sql<{ status: string; count: number }>`
        select status, count(*)::int as count from outbox where ${rowsAbout(customer).messages.condition}
        group by status order by min(created_at)`.execute(database);
      return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
    },

    /** Every row, without hashes of secrets. */
    read: async (customer: Customer) => {
      const data: Record<string, readonly object[]> = {};
      for (const [kind, { table, condition, columns, by }] of Object.entries<Rows>(rowsAbout(customer))) {
        const { rows } = await sql<object>`
          select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
          where ${condition} order by ${sql.ref(by)}`.execute(database);
        data[kind] = rows;
      }
      return data;
    },

    /** Ends all sessions, forgets all browsers, and voids pending codes. Needs a transaction. */
    signOut: async (customer: Customer) => {
      const { sessions, knownBrowsers, pendingCodes } = rowsAbout(customer);
      return remove({ sessions, knownBrowsers, pendingCodes });
    },

    /** Deletes every row. Needs a transaction. */
    erase: (customer: Customer) =>
      remove({
        ...rowsAbout(customer),
        customers: { table: 'customers', condition: sql<boolean>`id = ${customer.id}::uuid` },
      }),
  };
};
