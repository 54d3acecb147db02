import { statements } from './statements';

/** Orders that were removed: an earlier delivery must not bring them back. */
export const removedOrders = statements(
  `create table removed_orders (
      order_nbr text primary key,
      last_modified timestamptz not null,
      removed_at timestamptz not null default now()
    )`,
  `create index removed_orders_by_age on removed_orders (removed_at)`,
);
