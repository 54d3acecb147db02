import { statements } from './statements';

/** Reminders of visits: who wants them, and the days for which they are queued. */
export const reminders = statements(
  `alter table customers add notify_visits boolean not null default true`,
  `create table reminder_days (
      day date primary key,
      queued_at timestamptz not null default now()
    )`,
);
