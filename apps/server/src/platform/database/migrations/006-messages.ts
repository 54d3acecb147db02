import { statements } from './statements';

/** Counters of the SMS budget, and one open message about orders for each customer and channel. */
export const messages = statements(
  `create table budget_hours (
    key text,
    hour timestamptz,
    count integer not null,
    primary key (key, hour)
  )`,
  // One open message per customer and channel: the oldest gets the changes of the others.
  `with open as (
    select id, created_at, changes,
      first_value(id) over (partition by customer_id, channel order by created_at, id) as oldest
    from outbox where status = 'queued' and kind = 'order'
  ), joined as (
    update outbox set changes = every.changes from (
      select oldest, jsonb_agg(change order by created_at, position) as changes
      from open, jsonb_array_elements(open.changes) with ordinality as each (change, position) group by oldest
    ) as every where outbox.id = every.oldest
  )
  delete from outbox using open where outbox.id = open.id and open.id <> open.oldest`,
  `create unique index outbox_open_news on outbox (customer_id, channel) where status = 'queued' and kind = 'order'`,
  `drop index outbox_collecting`,
);
