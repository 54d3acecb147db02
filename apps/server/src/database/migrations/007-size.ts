import { sql, type Migration } from 'kysely';

/** Indexes for the queries that every replica repeats on tables with a million rows. */
export const size: Migration = {
  up: async (db) => {
    // Finds codes and test messages while news for every customer are due too.
    await db.schema
      .createIndex('outbox_urgent')
      .on('outbox')
      .columns(['channel', 'kind', 'available_at'])
      .where(sql<boolean>`settled_at is null and kind <> 'order'`)
      .execute();
    // Finds the messages that housekeeping deletes.
    await db.schema
      .createIndex('outbox_settled')
      .on('outbox')
      .column('settled_at')
      .where(sql.ref('settled_at'), 'is not', null)
      .execute();
    await db.schema.createIndex('sessions_by_age').on('sessions').column('created_at').execute();
    await db.schema.createIndex('sessions_by_use').on('sessions').column('last_seen_at').execute();
    await db.schema.createIndex('challenges_by_age').on('challenges').column('expires_at').execute();
    await db.schema
      .createIndex('known_browsers_by_age')
      .on('known_browsers')
      .column('signed_in_at')
      .execute();
  },
};
