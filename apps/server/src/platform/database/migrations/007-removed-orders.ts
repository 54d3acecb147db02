import { sql, type Migration } from 'kysely';

/** Orders that were removed: an earlier delivery must not bring them back. */
export const removedOrders: Migration = {
  up: async (db) => {
    await sql`create table removed_orders (
      order_nbr text primary key,
      last_modified timestamptz not null,
      removed_at timestamptz not null default now()
    )`.execute(db);
    await sql`create index removed_orders_by_age on removed_orders (removed_at)`.execute(db);
  },
};
