import { sql } from 'kysely';
import { inBatches } from '../database/batches';
import type { Database } from '../database/connect';
import type { StoredOrder } from './order-record';

/** The customer that an order in the database belongs to. */
export interface OrderOwner {
  orderNbr: string;
  customerId: string;
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

    findOwners: (orderNbrs: readonly string[]): Promise<OrderOwner[]> =>
      database
        .selectFrom('orders')
        .select(['order_nbr as orderNbr', 'customer_id as customerId'])
        .where(sql<boolean>`order_nbr = any(${orderNbrs}::text[])`)
        .execute(),

    /** Writes orders that are new or changed. Returns one entry for each written order: whether it is new. */
    save: async (orders: readonly StoredOrder[]): Promise<boolean[]> => {
      const written: boolean[] = [];
      for (const batch of inBatches(orders)) {
        const rows = await database
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
          .returning(sql<boolean>`xmax = 0`.as('isNew'))
          .execute();
        written.push(...rows.map(({ isNew }) => isNew));
      }
      return written;
    },
  };
};
