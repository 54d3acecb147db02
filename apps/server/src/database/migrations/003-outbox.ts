import { sql, type Migration } from 'kysely';

/** The queue of messages to customers, dead letters included. */
export const outbox: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('outbox')
      .addColumn('id', 'uuid', (column) => column.primaryKey().defaultTo(sql`gen_random_uuid()`))
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('recipient', 'text', (column) => column.notNull())
      .addColumn('content', 'text')
      .addColumn('status', 'text', (column) => column.notNull().defaultTo('waiting'))
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('available_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
      .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
      .addColumn('failure', 'text')
      .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
      .addColumn('settled_at', 'timestamptz')
      .execute();
    await db.schema
      .createIndex('outbox_waiting')
      .on('outbox')
      .column('available_at')
      .where(sql.ref('status'), '=', 'waiting')
      .execute();
  },
};
