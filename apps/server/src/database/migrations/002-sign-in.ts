import { sql, type Migration } from 'kysely';

/** Challenges, limits and sessions. */
export const signIn: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('challenges')
      .addColumn('identifier', 'text', (column) => column.primaryKey())
      .addColumn('id', 'uuid', (column) => column.notNull())
      .addColumn('browser_hash', 'text', (column) => column.notNull())
      .addColumn('code_hash', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
      .addColumn('consumed_at', 'timestamptz')
      .execute();
    await db.schema
      .createTable('limit_hits')
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('at', 'timestamptz', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('limit_hits_of_key').on('limit_hits').columns(['key', 'at desc']).execute();
    await db.schema.createIndex('limit_hits_by_age').on('limit_hits').column('at').execute();
    await db.schema
      .createTable('sessions')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('customer_id', 'uuid', (column) =>
        column.notNull().references('customers.id').onDelete('cascade'),
      )
      .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
      .addColumn('last_seen_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
      .execute();
    await db.schema.createIndex('sessions_of_customer').on('sessions').column('customer_id').execute();
  },
};
