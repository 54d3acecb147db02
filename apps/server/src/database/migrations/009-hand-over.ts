import { sql, type Migration } from 'kysely';

/** Sessions that a site or an identity provider vouched for, and the tokens of theirs that were used. */
export const handOver: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable('sessions')
      .addColumn('issuer', 'text')
      .addColumn('subject', 'text')
      .addColumn('issuer_session', 'text')
      .addColumn('id_token', 'text')
      .execute();
    await db.schema
      .createIndex('sessions_of_subject')
      .on('sessions')
      .columns(['issuer', 'subject'])
      .where(sql.ref('issuer'), 'is not', null)
      .execute();
    await db.schema
      .createTable('used_tokens')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('used_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
      .execute();
    await db.schema.createIndex('used_tokens_by_age').on('used_tokens').column('used_at').execute();
  },
};
