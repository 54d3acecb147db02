import { sql, type Migration } from 'kysely';

/** Customers, known by email address and/or phone number, and their orders. */
export const customersAndOrders: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('customers')
      .addColumn('id', 'uuid', (column) => column.primaryKey().defaultTo(sql`gen_random_uuid()`))
      .addColumn('email', 'text', (column) => column.unique())
      .addColumn('phone', 'text', (column) => column.unique())
      .addColumn('name', 'text')
      .addColumn('notify_email', 'boolean', (column) => column.notNull().defaultTo(true))
      .addColumn('notify_sms', 'boolean', (column) => column.notNull().defaultTo(false))
      .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
      .addCheckConstraint('customers_can_sign_in', sql`email is not null or phone is not null`)
      .execute();
    await db.schema
      .createTable('orders')
      .addColumn('order_nbr', 'text', (column) => column.primaryKey())
      .addColumn('customer_id', 'uuid', (column) =>
        column.notNull().references('customers.id').onDelete('cascade'),
      )
      .addColumn('document', 'jsonb', (column) => column.notNull())
      .addColumn('events', 'jsonb', (column) => column.notNull())
      .addColumn('last_modified', 'timestamptz')
      .execute();
    await db.schema
      .createIndex('orders_of_customer')
      .on('orders')
      .expression(sql`customer_id, last_modified desc nulls last, order_nbr desc`)
      .execute();
  },
};
