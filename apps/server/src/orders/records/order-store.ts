import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect';
import type { Row } from '../../platform/database/schema';
import type { OrderState } from './order-changes';
import type { StoredOrder } from './order-record';

/** An order that was written, with its state before; null for one that is new to its customer. */
export interface WrittenOrder {
  orderNbr: string;
  customerId: string;
  before: OrderState | null;
}

type Compared = Pick<WrittenOrder, 'orderNbr' | 'customerId'> & {
  change: 'new' | 'updated' | 'outdated' | 'deleted';
  status: string | null;
  events: OrderState['events'] | null;
};

/** How many of its future events an order has in the list: the next one, and some for when that is over. */
const MAX_AHEAD = 5;

/** Those of `ahead` that are not over by now, after those that may wait for the customer: the first, and questions. */
const stillAhead = sql`(
  select jsonb_agg(event order by place) from (
    select event, place from jsonb_array_elements(ahead) with ordinality as planned (event, place)
    where place = 1 or event ? 'asks' or exists (
      select from unnest(array[event ->> 'created_at', event ->> 'createdDateTime', event ->> 'ends_at']) as moment
      where moment::timestamptz > now() - case when length(moment) = 10 then interval '2 days' else '0' end)
    order by place limit ${sql.lit(MAX_AHEAD + 1)}
  ) as next)`;

/** A document without its empty fields. One of an earlier version of the portal lacks those that came since. */
const filled = (document: string) => sql`(
  select jsonb_object_agg(key, value) from jsonb_each(${sql.ref(document)}) where value <> '{}')`;

/** Service orders. `list`, `find` and `describe` read only the orders that one customer sees. */
export const orderStore = (database: Database) => {
  // OFFSET keeps the planner from reading all orders.
  const isSeenBy = (customerId: string) =>
    sql<boolean>`exists (select from order_readers as reader
      where reader.order_nbr = orders.order_nbr and reader.customer_id = ${customerId}::uuid offset 0)`;

  return {
    /** The text of a JSON array, which the call sends without parsing it: last modified first, of events only those ahead. */
    list: async (customerId: string): Promise<string> => {
      const { list } = await database
        .selectFrom('orders')
        // An array is read once; for the rows of a subquery, the planner may read all orders.
        .where(
          sql<boolean>`order_nbr = any(array(select order_nbr from order_readers where customer_id = ${customerId}::uuid))`,
        )
        .select(
          sql<string>`coalesce(jsonb_agg(
            case when ahead = '[]' then document else document || jsonb_build_object('events', ${stillAhead}) end
            order by last_modified desc nulls last, order_nbr desc
          ), '[]')::text`.as('list'),
        )
        .executeTakeFirstOrThrow();
      return list;
    },

    /** The order of one of some numbers, with its events; undefined without any, and for another customer's order. */
    find: (customerId: string, orderNbrs: readonly string[]) =>
      database
        .selectFrom('orders')
        .where(isSeenBy(customerId))
        .select(['order_nbr as orderNbr', 'document', sql<OrderState['events']>`events`.as('events')])
        .where(sql<boolean>`order_nbr = any(${orderNbrs}::text[])`)
        .executeTakeFirst(),

    /** How many customers and orders there are. */
    count: async () => {
      const { rows } = await sql<{ customers: number; orders: number }>`
        select (select count(*) from customers)::int as customers, (select count(*) from orders)::int as orders`.execute(
        database,
      );
      return rows[0] ?? { customers: 0, orders: 0 };
    },

    /** Frees what a load wrote and rolled back in the embedded database, which does not do that by itself. */
    vacuum: async () => {
      await sql`vacuum customers, orders, outbox`.execute(database);
    },

    findOwners: (orderNbrs: readonly string[]) =>
      database
        .selectFrom('orders')
        .innerJoin('customers', 'customers.id', 'orders.customer_id')
        .select(['order_nbr as orderNbr', 'customer_id as customerId', 'email', 'phone'])
        .where(sql<boolean>`order_nbr = any(${orderNbrs}::text[])`)
        .execute(),

    /** Who sees these orders, and who of them hears of it. */
    findReaders: (orderNbrs: readonly string[]) =>
      database
        .selectFrom('order_readers')
        .select(['order_nbr as orderNbr', 'customer_id as customerId', 'hears'])
        .where(sql<boolean>`order_nbr = any(${orderNbrs}::text[])`)
        .execute(),

    /**
     * Writes orders that are new or changed. The others are compared in the database and not touched: even an
     * `insert … on conflict do update` that changes nothing locks rows and writes to the log.
     * @param source `webhook` keeps orders that were stored or removed with a later last_modified, unless that has not come
     * yet: the given ones are outdated; `erp` has no other status before if last_modified is the same: only its word
     * changed, with the mapping
     * @returns what was written, and the numbers of outdated orders and of those that `remove` has to take
     */
    save: async (orders: readonly StoredOrder[], source: Row<'imports'>['source']) => {
      const { rows } = await sql<Compared>`
        with given as (
          select * from json_to_recordset(${JSON.stringify(orders)}::json)
            as given(order_nbr text, customer_id uuid, document jsonb, ahead jsonb, events jsonb, last_modified timestamptz, deleted boolean)
        ),
        compared as materialized (
          select given.*,
            case when given.customer_id = stored.customer_id then stored.document end as document_before,
            case when given.customer_id = stored.customer_id then stored.events end as events_before,
            case
              when ${source === 'webhook'}::boolean and stored.customer_id = given.customer_id
                and coalesce(given.last_modified < stored.last_modified, not given.deleted and stored.last_modified is not null)
                and stored.last_modified < now() + interval '1 day' then 'outdated'
              when given.deleted then 'deleted'
              when ${source === 'webhook'}::boolean and stored.order_nbr is null
                and coalesce(given.last_modified <= removed.last_modified, removed.last_modified is not null) then 'outdated'
              when stored.order_nbr is null then 'new'
              when given.customer_id <> stored.customer_id then 'updated'
              when given.events is distinct from stored.events
                or ${filled('given.document')} is distinct from ${filled('stored.document')} then 'updated'
              else 'unchanged'
            end as change
          from given left join orders as stored on stored.order_nbr = given.order_nbr
            left join removed_orders as removed on removed.order_nbr = given.order_nbr
        ),
        written as (
          insert into orders (order_nbr, customer_id, document, ahead, events, last_modified)
          select order_nbr, customer_id, document, ahead, events, last_modified
          from compared where change in ('new', 'updated')
          on conflict (order_nbr) do update
            set customer_id = excluded.customer_id, document = excluded.document, ahead = excluded.ahead, events = excluded.events, last_modified = excluded.last_modified
        )
        select order_nbr as "orderNbr", customer_id as "customerId", change,
          case when ${source === 'erp'}::boolean and document -> 'LastModifiedDateTime' = document_before -> 'LastModifiedDateTime'
            then document else document_before end -> 'Status' ->> 'value' as status, events_before as events
        from compared where change <> 'unchanged'
      `.execute(database);
      const numbersOf = (wanted: Compared['change']) =>
        rows.filter(({ change }) => change === wanted).map(({ orderNbr }) => orderNbr);
      const written = rows
        .filter(({ change }) => change === 'new' || change === 'updated')
        .map(({ orderNbr, customerId, status, events }): WrittenOrder => ({
          orderNbr,
          customerId,
          before: events && { Status: status ?? undefined, events },
        }));
      return { written, outdated: numbersOf('outdated'), deleted: numbersOf('deleted') };
    },

    /**
     * Removes orders, and remembers when they were last modified, so that an earlier delivery does not bring them back.
     * @returns those that there were
     */
    remove: async (orders: readonly Pick<StoredOrder, 'order_nbr' | 'last_modified'>[]) => {
      const { rows } = await sql<Pick<WrittenOrder, 'orderNbr' | 'customerId'>>`
        with given as (
          select * from json_to_recordset(${JSON.stringify(orders)}::json)
            as given(order_nbr text, last_modified timestamptz)
        ),
        gone as (
          delete from orders using given where orders.order_nbr = given.order_nbr
          returning orders.order_nbr, orders.customer_id, least(orders.last_modified, now()) as last_modified
        ),
        remembered as (
          insert into removed_orders (order_nbr, last_modified)
          select order_nbr, coalesce(given.last_modified, gone.last_modified)
          from given left join gone using (order_nbr)
          where coalesce(given.last_modified, gone.last_modified) is not null
          on conflict (order_nbr) do update
            set last_modified = greatest(removed_orders.last_modified, excluded.last_modified), removed_at = now()
        )
        select order_nbr as "orderNbr", customer_id as "customerId" from gone
      `.execute(database);
      return rows;
    },

    /**
     * A customer's orders as they are now, for messages.
     * @param quoted the orders whose events are needed with their bodies, which can be large
     */
    describe: (customerId: string, orderNbrs: readonly string[], quoted: readonly string[]) =>
      database
        .selectFrom('orders')
        .where(isSeenBy(customerId))
        .select([
          'order_nbr as orderNbr',
          sql<string | null>`document -> 'Description' ->> 'value'`.as('description'),
          sql<string | null>`document -> 'Status' ->> 'value'`.as('status'),
          sql<string | null>`document -> 'Date' ->> 'value'`.as('date'),
          sql<
            Partial<OrderState['events'][number]>[]
          >`case when order_nbr = any(${quoted}::text[]) then events
              else (select coalesce(jsonb_agg(event - 'body'), '[]') from jsonb_array_elements(events) as event) end`.as(
            'events',
          ),
        ])
        .where(sql<boolean>`order_nbr = any(${orderNbrs}::text[])`)
        .execute(),
  };
};

/** An order of a customer, as it is stored. */
export type FoundOrder = NonNullable<Awaited<ReturnType<ReturnType<typeof orderStore>['find']>>>;

export type OrderDescription = Awaited<ReturnType<ReturnType<typeof orderStore>['describe']>>[number];
