import { sql, type Migration } from 'kysely';

/** What the portal keeps about the ERP that its orders come from. */
const STATEMENTS = [
  `create table erp_sync (
    name text primary key,
    holder text,
    held_until timestamptz,
    session text,
    positions jsonb not null default '{}',
    fingerprint text,
    pass_began_at timestamptz,
    passed_at timestamptz,
    fresh_at timestamptz,
    failure text
  )`,
  // Orders without a contact have a row, too: they are not read again until they change.
  `create table erp_orders (
    key text primary key,
    record text not null,
    order_nbr text not null,
    modified timestamptz not null,
    events_modified timestamptz,
    contact text not null,
    seen_at timestamptz not null default clock_timestamp()
  )`,
  `create index erp_orders_of_record on erp_orders (record)`,
  `create index erp_orders_of_number on erp_orders (order_nbr)`,
  `create index erp_orders_by_sight on erp_orders (seen_at)`,
  `create table erp_signals (
    id text primary key,
    changes jsonb not null,
    received_at timestamptz not null default now(),
    is_handled boolean not null default false
  )`,
  `create index erp_signals_by_age on erp_signals (received_at)`,
];

export const erp: Migration = {
  up: async (db) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
