import { sql, type Migration } from 'kysely';

/** Indexes for what every replica looks for again and again in tables with a million rows. */
export const size: Migration = {
  up: async (db) => {
    // Codes and test messages, behind news for every customer that are due as well.
    await db.schema
      .createIndex('outbox_urgent')
      .on('outbox')
      .columns(['channel', 'kind', 'available_at'])
      .where(sql<boolean>`settled_at is null and kind <> 'order'`)
      .execute();
    // What housekeeping deletes.
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
