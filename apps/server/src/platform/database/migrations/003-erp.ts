import { statements } from './statements';

/** What the portal keeps about the ERP that its orders come from. */
export const erp = statements(
  `create table erp_sync (
    id boolean primary key default true check (id),
    holder text,
    held_until timestamptz,
    session text,
    fingerprint text,
    positions jsonb not null default '{}',
    pass_began_at timestamptz,
    passed_at timestamptz,
    fresh_at timestamptz,
    failure text
  )`,
  // Orders without a contact have a row, too: they are not read again until they change.
  `create table erp_orders (
    key text primary key,
    record text,
    order_nbr text,
    contact text,
    modified timestamptz,
    events_modified timestamptz,
    seen_at timestamptz not null,
    stale_at timestamptz
  )`,
  `create index erp_orders_of_record on erp_orders (record)`,
  `create index erp_orders_of_number on erp_orders (order_nbr)`,
  `create index erp_orders_to_read on erp_orders (stale_at) where stale_at is not null`,
);
