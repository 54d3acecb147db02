import type { Database } from '../../../platform/database/connect';

/** Order number → email address, of all stored orders. */
export const ownersIn = async (database: Database) => {
  const rows = await database
    .selectFrom('orders')
    .innerJoin('customers', 'customers.id', 'orders.customer_id')
    .select(['order_nbr', 'email'])
    .orderBy('order_nbr')
    .execute();
  return Object.fromEntries(rows.map(({ order_nbr, email }) => [order_nbr, email]));
};

export const orderIn = (database: Database, orderNbr: string) =>
  database
    .selectFrom('orders')
    .select(['document', 'events'])
    .where('order_nbr', '=', orderNbr)
    .executeTakeFirst();
