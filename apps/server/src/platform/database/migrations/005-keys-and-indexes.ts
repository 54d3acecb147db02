import { statements } from './statements';

export const keysAndIndexes = statements(
  // Logical replication needs a key to delete by.
  `alter table limit_hits add column id uuid primary key default gen_random_uuid()`,
  // Finds the codes of a customer, and counts messages without the settled ones.
  `create index outbox_of_recipient on outbox (recipient) where recipient <> ''`,
  `create index outbox_open on outbox (channel, status, created_at)
    where status in ('waiting', 'queued', 'dead')`,
  // With this index, each use of a session would change every index; free space keeps the new row on its page.
  `drop index sessions_by_use`,
  `alter table sessions set (fillfactor = 80)`,
);
