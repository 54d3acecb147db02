import type { Migration } from 'kysely';

/** Several customers may have one phone number. No statement of an older server names the key that goes. */
export const sharedPhones: Migration = {
  up: async (db) => {
    await db.schema.alterTable('customers').dropConstraint('customers_phone_key').execute();
    await db.schema.createIndex('customers_by_phone').on('customers').column('phone').execute();
  },
};
