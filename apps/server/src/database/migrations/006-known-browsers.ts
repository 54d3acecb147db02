import { sql, type Migration } from 'kysely';

/**
 * Challenges per identifier and browser, and the browsers that customers have signed in with. The table `challenges`
 * stays: servers of an earlier version, which may still run, know one challenge per identifier.
 */
export const knownBrowsers: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('browser_challenges')
      .addColumn('identifier', 'text', (column) => column.notNull())
      .addColumn('browser_hash', 'text', (column) => column.notNull())
      .addColumn('id', 'uuid', (column) => column.notNull().unique())
      .addColumn('code_hash', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
      .addColumn('consumed_at', 'timestamptz')
      .addPrimaryKeyConstraint('browser_challenges_pkey', ['identifier', 'browser_hash'])
      .execute();
    await db.schema
      .createIndex('browser_challenges_by_age')
      .on('browser_challenges')
      .column('expires_at')
      .execute();
    await db.schema
      .createTable('known_browsers')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('identifier', 'text', (column) => column.notNull())
      .addColumn('customer_id', 'uuid', (column) =>
        column.notNull().references('customers.id').onDelete('cascade'),
      )
      .addColumn('signed_in_at', 'timestamptz', (column) =>
        column.notNull().defaultTo(sql`clock_timestamp()`),
      )
      .execute();
    await db.schema
      .createIndex('known_browsers_of_identifier')
      .on('known_browsers')
      .columns(['identifier', 'signed_in_at desc'])
      .execute();
    await db.schema
      .createIndex('known_browsers_of_customer')
      .on('known_browsers')
      .column('customer_id')
      .execute();
    await db.schema
      .alterTable('outbox')
      .addColumn('known_browser', 'boolean', (column) => column.notNull().defaultTo(false))
      .execute();
  },
};
