import type { Migration } from 'kysely';

/** The language of messages. Older servers leave it empty, which is the portal's default. */
export const languages: Migration = {
  up: async (db) => {
    await db.schema.alterTable('customers').addColumn('language', 'text').execute();
    await db.schema.alterTable('outbox').addColumn('language', 'text').execute();
  },
};
