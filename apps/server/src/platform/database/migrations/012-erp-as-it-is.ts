import { statements } from './statements';

/** Why customers do not see an order of the ERP, what was taken from them, and where its activities are. */
export const erpAsItIs = statements(
  `alter table erp_orders
    add account text,
    add shown boolean not null default false,
    add hidden_for text,
    add taken_at timestamptz,
    add phone_at timestamptz,
    add compared_at timestamptz not null default now()`,
  `update erp_orders set shown = true where order_nbr is not null`,
  `create index erp_orders_in_doubt on erp_orders (seen_at)
    where taken_at is not null or (shown and hidden_for is not null)`,
  `create index erp_orders_to_compare on erp_orders (compared_at) where shown`,
  `create table erp_activities (id text primary key, record text not null, modified timestamptz)`,
  `create index erp_activities_of_record on erp_activities (record)`,
  `create index erp_activities_by_age on erp_activities (modified)`,
  `alter table erp_sync add offset_minutes integer, add confirmed_at timestamptz`,
);
