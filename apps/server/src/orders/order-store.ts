import { sql } from 'kysely';
import type { Database } from '../database/connect';

/** The orders of customers; every answer is limited to one customer's own. */
export const orderStore = (database: Database) => {
  const ownOrders = (customerId: string) =>
    database.selectFrom('orders').where('customer_id', '=', customerId);

  return {
    /** All orders of a customer, without their events, last modified first; those never modified last. */
    list: (customerId: string) =>
      ownOrders(customerId)
        .select('document')
        .orderBy(sql`last_modified desc nulls last`)
        .orderBy('order_nbr', 'desc')
        .execute(),

    /** One order with its events; undefined for an unknown number and for somebody else's alike. */
    find: (customerId: string, orderNbr: string) =>
      ownOrders(customerId)
        .select(['document', 'events'])
        .where('order_nbr', '=', orderNbr)
        .executeTakeFirst(),
  };
};

export type OrderStore = ReturnType<typeof orderStore>;
