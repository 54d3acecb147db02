import { statements } from './statements';

/** Finds the rows that housekeeping deletes. */
const byAge = (table: string, column: string) => `create index ${table}_by_age on ${table} (${column})`;

/** All tables; `platform/database/schema.ts` says what their columns mean. */
export const schema = statements(
  // The email address identifies a customer; several may have one phone number.
  `create table customers (
    id uuid primary key default gen_random_uuid(),
    email text unique,
    phone text,
    name text,
    notify_email boolean not null default true,
    notify_sms boolean not null default false,
    notify_status boolean not null default true,
    notify_entries boolean not null default true,
    language text,
    created_at timestamptz not null default now(),
    constraint customers_can_sign_in check (email is not null or phone is not null)
  )`,
  `create index customers_by_phone on customers (phone)`,
  `create table orders (
    order_nbr text primary key,
    customer_id uuid not null references customers on delete cascade,
    document jsonb not null,
    events jsonb not null,
    last_modified timestamptz,
    ahead jsonb not null default '[]'
  )`,
  `create index orders_of_customer on orders (customer_id, last_modified desc nulls last, order_nbr desc)`,
  `create table muted_orders (
    customer_id uuid references customers on delete cascade,
    order_nbr text,
    muted_at timestamptz not null default now(),
    primary key (customer_id, order_nbr)
  )`,

  // One per identifier and browser, so that no browser ends another's.
  `create table challenges (
    identifier text,
    browser_hash text,
    id uuid not null unique,
    code_hash text not null,
    attempts integer not null default 0,
    expires_at timestamptz not null,
    primary key (identifier, browser_hash)
  )`,
  byAge('challenges', 'expires_at'),
  `create table known_browsers (
    token_hash text primary key,
    identifier text not null,
    customer_id uuid not null references customers on delete cascade,
    signed_in_at timestamptz not null default clock_timestamp()
  )`,
  `create index known_browsers_of_identifier on known_browsers (identifier, signed_in_at desc)`,
  `create index known_browsers_of_customer on known_browsers (customer_id)`,
  byAge('known_browsers', 'signed_in_at'),
  `create table limit_hits (key text not null, at timestamptz not null)`,
  `create index limit_hits_of_key on limit_hits (key, at desc)`,
  byAge('limit_hits', 'at'),
  `create table sessions (
    token_hash text primary key,
    customer_id uuid not null references customers on delete cascade,
    issuer text,
    subject text,
    issuer_session text,
    id_token text,
    id uuid not null default gen_random_uuid(),
    browser text,
    system text,
    country text,
    created_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now()
  )`,
  `create index sessions_of_customer on sessions (customer_id)`,
  `create index sessions_of_subject on sessions (issuer, subject) where issuer is not null`,
  byAge('sessions', 'created_at'),
  `create index sessions_by_use on sessions (last_seen_at)`,
  `create table used_tokens (token_hash text primary key, used_at timestamptz not null default now())`,
  byAge('used_tokens', 'used_at'),

  `create table outbox (
    id uuid primary key default gen_random_uuid(),
    kind text not null default 'code',
    channel text not null,
    recipient text not null,
    customer_id uuid references customers on delete cascade,
    content text,
    changes jsonb,
    status text not null default 'waiting',
    attempts integer not null default 0,
    available_at timestamptz not null default now(),
    expires_at timestamptz not null,
    known_browser boolean not null default false,
    language text,
    failure text,
    created_at timestamptz not null default now(),
    settled_at timestamptz
  )`,
  `create index outbox_due on outbox (channel, available_at) where settled_at is null`,
  // Finds codes and test messages while news for every customer are due too.
  `create index outbox_urgent on outbox (channel, kind, available_at) where settled_at is null and kind <> 'order'`,
  // One message per customer and channel collects changes until a worker first leases it.
  `create unique index outbox_collecting on outbox (customer_id, channel)
    where status = 'queued' and kind = 'order' and attempts = 0`,
  `create index outbox_of_customer on outbox (customer_id)`,
  `create index outbox_settled on outbox (settled_at) where settled_at is not null`,
  `create table hook_deliveries (
    id text primary key,
    body_hash text not null,
    answer jsonb not null,
    received_at timestamptz not null default now()
  )`,
  byAge('hook_deliveries', 'received_at'),
  // Imports take turns: their order by `at` is that of their commits.
  `create table imports (
    id uuid primary key default gen_random_uuid(),
    at timestamptz not null default clock_timestamp(),
    source text not null,
    report jsonb not null
  )`,
  byAge('imports', 'at'),
  `create index imports_of_source on imports (source, at)`,
);
