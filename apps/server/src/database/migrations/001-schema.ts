import { sql, type ColumnDefinitionBuilder, type Migration } from 'kysely';

const withDefault = (expression: ReturnType<typeof sql>) => (column: ColumnDefinitionBuilder) =>
  column.notNull().defaultTo(expression);
const required = (column: ColumnDefinitionBuilder) => column.notNull();
const key = (column: ColumnDefinitionBuilder) => column.primaryKey();
const now = withDefault(sql`now()`);
const no = withDefault(sql`false`);
const yes = withDefault(sql`true`);
const zero = withDefault(sql`0`);
const ofCustomer = (column: ColumnDefinitionBuilder) => column.references('customers.id').onDelete('cascade');
const requiredCustomer = (column: ColumnDefinitionBuilder) => ofCustomer(column).notNull();
const randomKey = (column: ColumnDefinitionBuilder) => key(column).defaultTo(sql`gen_random_uuid()`);

/** All tables; `database/schema.ts` says what their columns mean. */
export const schema: Migration = {
  up: async (db) => {
    // The email address identifies a customer; several may have one phone number.
    await db.schema
      .createTable('customers')
      .addColumn('id', 'uuid', randomKey)
      .addColumn('email', 'text', (column) => column.unique())
      .addColumn('phone', 'text')
      .addColumn('name', 'text')
      .addColumn('notify_email', 'boolean', yes)
      .addColumn('notify_sms', 'boolean', no)
      .addColumn('language', 'text')
      .addColumn('created_at', 'timestamptz', now)
      .addCheckConstraint('customers_can_sign_in', sql`email is not null or phone is not null`)
      .execute();
    await db.schema.createIndex('customers_by_phone').on('customers').column('phone').execute();

    await db.schema
      .createTable('orders')
      .addColumn('order_nbr', 'text', key)
      .addColumn('customer_id', 'uuid', requiredCustomer)
      .addColumn('document', 'jsonb', required)
      .addColumn('events', 'jsonb', required)
      .addColumn('last_modified', 'timestamptz')
      .execute();
    await db.schema
      .createIndex('orders_of_customer')
      .on('orders')
      .expression(sql`customer_id, last_modified desc nulls last, order_nbr desc`)
      .execute();

    // One per identifier and browser, so that no browser ends another's.
    await db.schema
      .createTable('challenges')
      .addColumn('identifier', 'text', required)
      .addColumn('browser_hash', 'text', required)
      .addColumn('id', 'uuid', (column) => column.notNull().unique())
      .addColumn('code_hash', 'text', required)
      .addColumn('attempts', 'integer', zero)
      .addColumn('expires_at', 'timestamptz', required)
      .addPrimaryKeyConstraint('challenges_pkey', ['identifier', 'browser_hash'])
      .execute();
    await db.schema.createIndex('challenges_by_age').on('challenges').column('expires_at').execute();

    await db.schema
      .createTable('known_browsers')
      .addColumn('token_hash', 'text', key)
      .addColumn('identifier', 'text', required)
      .addColumn('customer_id', 'uuid', requiredCustomer)
      .addColumn('signed_in_at', 'timestamptz', withDefault(sql`clock_timestamp()`))
      .execute();
    await db.schema
      .createIndex('known_browsers_of_identifier')
      .on('known_browsers')
      .columns(['identifier', 'signed_in_at desc'])
      .execute();
    await db.schema.createIndex('known_browsers_of_customer').on('known_browsers').column('customer_id').execute();
    await db.schema.createIndex('known_browsers_by_age').on('known_browsers').column('signed_in_at').execute();

    await db.schema
      .createTable('limit_hits')
      .addColumn('key', 'text', required)
      .addColumn('at', 'timestamptz', required)
      .execute();
    await db.schema.createIndex('limit_hits_of_key').on('limit_hits').columns(['key', 'at desc']).execute();
    await db.schema.createIndex('limit_hits_by_age').on('limit_hits').column('at').execute();

    await db.schema
      .createTable('sessions')
      .addColumn('token_hash', 'text', key)
      .addColumn('customer_id', 'uuid', requiredCustomer)
      .addColumn('issuer', 'text')
      .addColumn('subject', 'text')
      .addColumn('issuer_session', 'text')
      .addColumn('id_token', 'text')
      .addColumn('created_at', 'timestamptz', now)
      .addColumn('last_seen_at', 'timestamptz', now)
      .execute();
    await db.schema.createIndex('sessions_of_customer').on('sessions').column('customer_id').execute();
    await db.schema.createIndex('sessions_by_age').on('sessions').column('created_at').execute();
    await db.schema.createIndex('sessions_by_use').on('sessions').column('last_seen_at').execute();
    await db.schema
      .createIndex('sessions_of_subject')
      .on('sessions')
      .columns(['issuer', 'subject'])
      .where(sql.ref('issuer'), 'is not', null)
      .execute();

    await db.schema
      .createTable('outbox')
      .addColumn('id', 'uuid', randomKey)
      .addColumn('kind', 'text', withDefault(sql`'code'`))
      .addColumn('channel', 'text', required)
      .addColumn('recipient', 'text', required)
      .addColumn('customer_id', 'uuid', ofCustomer)
      .addColumn('content', 'text')
      .addColumn('changes', 'jsonb')
      .addColumn('status', 'text', withDefault(sql`'waiting'`))
      .addColumn('attempts', 'integer', zero)
      .addColumn('available_at', 'timestamptz', now)
      .addColumn('expires_at', 'timestamptz', required)
      .addColumn('known_browser', 'boolean', no)
      .addColumn('language', 'text')
      .addColumn('failure', 'text')
      .addColumn('created_at', 'timestamptz', now)
      .addColumn('settled_at', 'timestamptz')
      .execute();
    await db.schema
      .createIndex('outbox_due')
      .on('outbox')
      .columns(['channel', 'available_at'])
      .where(sql.ref('settled_at'), 'is', null)
      .execute();
    // Finds codes and test messages while news for every customer are due too.
    await db.schema
      .createIndex('outbox_urgent')
      .on('outbox')
      .columns(['channel', 'kind', 'available_at'])
      .where(sql<boolean>`settled_at is null and kind <> 'order'`)
      .execute();
    // One message per customer and channel collects changes until a worker first leases it.
    await db.schema
      .createIndex('outbox_collecting')
      .unique()
      .on('outbox')
      .columns(['customer_id', 'channel'])
      .where(sql<boolean>`status = 'queued' and kind = 'order' and attempts = 0`)
      .execute();
    await db.schema.createIndex('outbox_of_customer').on('outbox').column('customer_id').execute();
    await db.schema
      .createIndex('outbox_settled')
      .on('outbox')
      .column('settled_at')
      .where(sql.ref('settled_at'), 'is not', null)
      .execute();

    await db.schema
      .createTable('hook_deliveries')
      .addColumn('id', 'text', key)
      .addColumn('body_hash', 'text', required)
      .addColumn('answer', 'jsonb', required)
      .addColumn('received_at', 'timestamptz', now)
      .execute();
    await db.schema.createIndex('hook_deliveries_by_age').on('hook_deliveries').column('received_at').execute();

    await db.schema
      .createTable('used_tokens')
      .addColumn('token_hash', 'text', key)
      .addColumn('used_at', 'timestamptz', now)
      .execute();
    await db.schema.createIndex('used_tokens_by_age').on('used_tokens').column('used_at').execute();
  },
};
