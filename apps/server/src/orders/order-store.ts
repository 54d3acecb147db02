import { sql } from 'kysely';
import { inBatches } from '../database/batches';
import type { Database } from '../database/connect';
import type { OrderState } from '../notifications/order-changes';
import type { StoredOrder } from './order-record';

/** An order in the database: whom it belongs to, and when it was last modified. */
export interface KnownOrder {
  orderNbr: string;
  customerId: string;
  lastModified: Date | null;
}

/** An order that was written, with its state before; null for a new one. */
export interface WrittenOrder {
  orderNbr: string;
  customerId: string;
  before: OrderState | null;
}

/** An order as messages name it. */
export interface OrderDescription {
  orderNbr: string;
  description: string | null;
  status: string | null;
}

/** Service orders. Reads are limited to the orders of one customer. */
export const orderStore = (database: Database) => {
  const ownOrders = (customerId: string) =>
    database.selectFrom('orders').where('customer_id', '=', customerId);

  return {
    /** All orders of a customer without their events, last modified first; those without a date last. */
    list: (customerId: string) =>
      ownOrders(customerId)
        .select('document')
        .orderBy(sql`last_modified desc nulls last`)
        .orderBy('order_nbr', 'desc')
        .execute(),

    /** One order with its events; undefined for an unknown number and for another customer's order. */
    find: (customerId: string, orderNbr: string) =>
      ownOrders(customerId)
        .select(['document', 'events'])
        .where('order_nbr', '=', orderNbr)
        .executeTakeFirst(),

    /** Makes other writers, on any replica, wait until this transaction ends. */
    lockWrites: async () => {
      await sql`select pg_advisory_xact_lock(hashtext('portal import'))`.execute(database);
    },

    findKnown: (orderNbrs: readonly string[]): Promise<KnownOrder[]> =>
      database
        .selectFrom('orders')
        .select(['order_nbr as orderNbr', 'customer_id as customerId', 'last_modified as lastModified'])
        .where(sql<boolean>`order_nbr = any(${orderNbrs}::text[])`)
        .execute(),

    /** Writes orders that are new or changed, and returns these: each with its state before, unless it is new. */
    save: async (orders: readonly StoredOrder[]): Promise<WrittenOrder[]> => {
      const written: WrittenOrder[] = [];
      for (const batch of inBatches(orders)) {
        const rows = await database
          // Reads the rows as they were when the statement began.
          .with('previous', (db) =>
            db
              .selectFrom('orders')
              .select(['order_nbr', 'document', 'events'])
              .where(sql<boolean>`order_nbr = any(${batch.map(({ order_nbr }) => order_nbr)}::text[])`),
          )
          .with('written', (db) =>
            db
              .insertInto('orders')
              .values(batch)
              .onConflict((conflict) =>
                conflict
                  .column('order_nbr')
                  .doUpdateSet(({ ref }) => ({
                    document: ref('excluded.document'),
                    events: ref('excluded.events'),
                    last_modified: ref('excluded.last_modified'),
                  }))
                  .where(
                    sql<boolean>`(orders.document, orders.events) is distinct from (excluded.document, excluded.events)`,
                  ),
              )
              .returning(['order_nbr', 'customer_id']),
          )
          .selectFrom('written')
          .leftJoin('previous', 'previous.order_nbr', 'written.order_nbr')
          .select([
            'written.order_nbr as orderNbr',
            'written.customer_id as customerId',
            sql<string | null>`previous.document -> 'Status' ->> 'value'`.as('status'),
            sql<OrderState['events'] | null>`previous.events`.as('events'),
          ])
          .execute();
        written.push(
          ...rows.map(({ orderNbr, customerId, status, events }) => ({
            orderNbr,
            customerId,
            before: events && { Status: status ?? undefined, events },
          })),
        );
      }
      return written;
    },

    /** What messages say of a customer's orders: number, description and status as they are now. */
    describe: (customerId: string, orderNbrs: readonly string[]): Promise<OrderDescription[]> =>
      ownOrders(customerId)
        .select([
          'order_nbr as orderNbr',
          sql<string | null>`document -> 'Description' ->> 'value'`.as('description'),
          sql<string | null>`document -> 'Status' ->> 'value'`.as('status'),
        ])
        .where(sql<boolean>`order_nbr = any(${orderNbrs}::text[])`)
        .execute(),
  };
};
