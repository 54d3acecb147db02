import { statements } from './statements';

/** Blocked customers, whom each import touched, and operators with a token and a role of their own. */
export const support = statements(
  `alter table customers add blocked_at timestamptz`,
  `alter table team_tokens add role text`,
  `create table import_customers (
    customer_id uuid not null references customers on delete cascade,
    import_id uuid not null references imports on delete cascade,
    at timestamptz not null default now(),
    primary key (customer_id, import_id)
  )`,
  `create index import_customers_import on import_customers (import_id)`,
);
