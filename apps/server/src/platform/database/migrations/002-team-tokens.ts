import { statements } from './statements';

/** The tokens with which teams release their remotes through the portal. */
export const teamTokens = statements(
  `create table team_tokens (
      id uuid primary key default gen_random_uuid(),
      token_hash text not null unique,
      team text not null,
      names text[] not null,
      verbs text[] not null,
      created_at timestamptz not null default now(),
      created_by text not null,
      expires_at timestamptz not null,
      last_used_at timestamptz,
      revoked_at timestamptz
    )`,
);
