import { statements } from './statements';

/** Files of the ERP's orders, each with its content once a customer looked for it, and notes that are too long. */
export const erpFiles = statements(
  `alter table erp_activities add is_cut boolean not null default false`,
  `create index erp_activities_cut on erp_activities (record) where is_cut`,
  `create table erp_files (
    order_nbr text not null references orders on delete cascade,
    id uuid not null,
    name text not null,
    about text,
    at timestamptz,
    wanted_at timestamptz,
    read_at timestamptz,
    type text,
    content bytea,
    size integer,
    primary key (order_nbr, id)
  )`,
  `create index erp_files_wanted on erp_files (wanted_at) where wanted_at is not null`,
  `create index erp_files_read on erp_files (read_at) where content is not null`,
);
