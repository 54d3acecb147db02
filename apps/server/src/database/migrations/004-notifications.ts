import { sql, type Migration } from 'kysely';

/** Messages about orders in the outbox, and the deliveries of the orders' webhook. Additive: older servers keep running. */
export const notifications: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable('outbox')
      .addColumn('kind', 'text', (column) => column.notNull().defaultTo('code'))
      .addColumn('customer_id', 'uuid', (column) => column.references('customers.id').onDelete('cascade'))
      .addColumn('changes', 'jsonb')
      .execute();
    // Every waiting message of a lane; older servers lease by outbox_waiting.
    await db.schema
      .createIndex('outbox_due')
      .on('outbox')
      .columns(['channel', 'available_at'])
      .where(sql.ref('settled_at'), 'is', null)
      .execute();
    // One message per customer and channel collects changes until a worker first leases it.
    await db.schema
      .createIndex('outbox_collecting')
      .unique()
      .on('outbox')
      .columns(['customer_id', 'channel'])
      .where(sql<boolean>`status = 'queued' and kind = 'order' and attempts = 0`)
      .execute();
    // Deleting a customer deletes their messages.
    await db.schema.createIndex('outbox_of_customer').on('outbox').column('customer_id').execute();
    await db.schema
      .createTable('hook_deliveries')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('body_hash', 'text', (column) => column.notNull())
      .addColumn('answer', 'jsonb', (column) => column.notNull())
      .addColumn('received_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
      .execute();
    await db.schema
      .createIndex('hook_deliveries_by_age')
      .on('hook_deliveries')
      .column('received_at')
      .execute();
  },
};
