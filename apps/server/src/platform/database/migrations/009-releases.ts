import { statements } from './statements';

/** Releases of the shell and the remotes: which version customers get, what was published, and how it fares in browsers. */
export const releases = statements(
  // One row, which every change of a release updates first: changes take turns, and replicas see that there was one.
  `create table release_revision (
      id boolean primary key default true check (id),
      revision integer not null
    )`,
  `create table releases (
      name text primary key,
      lives text[] not null default '{}',
      canary text,
      canary_percent integer,
      trial_since timestamptz,
      period integer not null default 0
    )`,
  `create table release_versions (
      name text not null references releases on delete cascade,
      version text not null,
      content jsonb not null,
      bytes integer not null,
      published_at timestamptz not null,
      published_by text not null,
      served_at timestamptz,
      verification jsonb,
      primary key (name, version)
    )`,
  `create table release_changes (
      revision integer primary key,
      name text not null references releases on delete cascade,
      at timestamptz not null,
      who text not null,
      why text,
      action text not null,
      versions text[] not null,
      percent integer
    )`,
  `create index release_changes_name on release_changes (name, revision desc)`,
  // What only one release can have: a route, or the name of a container.
  `create table release_claims (
      kind text not null,
      claim text not null,
      name text not null references releases on delete cascade,
      claimed_at timestamptz not null,
      primary key (kind, claim)
    )`,
  // What a team may publish: bytes and files of a version, versions of a release, characters of a reason.
  `alter table team_tokens
      add max_bytes integer not null default 100000000,
      add max_files integer not null default 2000,
      add max_versions integer not null default 500,
      add max_why integer not null default 500`,
  `create table release_counts (
      name text not null references releases on delete cascade,
      version text not null,
      period integer not null,
      hour timestamptz not null,
      what text not null,
      cause text not null,
      count integer not null,
      primary key (name, version, period, hour, what, cause)
    )`,
  `create index release_counts_by_age on release_counts (hour)`,
  `create table release_failures (
      name text not null references releases on delete cascade,
      look text not null,
      browser text not null,
      version text not null,
      cause text not null,
      message text not null,
      stack jsonb not null,
      count integer not null,
      last_at timestamptz not null,
      primary key (name, look, browser)
    )`,
);
