import { statements } from './statements';

/** Which servers run, and whom the portal has erased. */
export const replicasAndErasures = statements(
  `create table replicas (
      id uuid primary key,
      host text not null,
      prints text[] not null,
      pool_size integer not null,
      serves boolean not null,
      confirmed_at timestamptz not null default now()
    )`,
  `create table erased_contacts (
      hash text primary key,
      erased_on date not null default current_date
    )`,
  // Nobody can retry a code.
  `update outbox set status = 'expired' where kind = 'code' and status = 'dead'`,
);
