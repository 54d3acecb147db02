import { statements } from './statements';

/** What customers answer or write about their orders, and where it has yet to go. */
export const answers = statements(
  `create table answers (
      id uuid primary key default gen_random_uuid(),
      customer_id uuid not null references customers on delete cascade,
      order_nbr text not null,
      key uuid not null,
      question text,
      asked text,
      choice text,
      label text,
      message text,
      created_at timestamptz not null default now(),
      unique (customer_id, key)
    )`,
  `create unique index answers_question on answers (customer_id, order_nbr, question) where question is not null`,
  `create index answers_order on answers (customer_id, order_nbr)`,
  `create index answers_by_age on answers (created_at)`,
  `create table answer_files (
      id uuid primary key default gen_random_uuid(),
      customer_id uuid not null references customers on delete cascade,
      answer_id uuid references answers on delete cascade,
      name text not null,
      type text not null,
      content bytea not null,
      created_at timestamptz not null default now()
    )`,
  `create index answer_files_answer on answer_files (answer_id)`,
  `create index answer_files_customer on answer_files (customer_id)`,
  `create index answer_files_unsent on answer_files (created_at) where answer_id is null`,
  `create table answer_deliveries (
      answer_id uuid not null references answers on delete cascade,
      target text not null,
      attempts integer not null default 0,
      available_at timestamptz not null default now(),
      failure text,
      delivered_at timestamptz,
      reference text,
      primary key (answer_id, target)
    )`,
  `create index answer_deliveries_due on answer_deliveries (available_at) where delivered_at is null`,
);
