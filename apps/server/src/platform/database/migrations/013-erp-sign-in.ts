import { statements } from './statements';

/** What signs in to the ERP again, since when, and what it refused. */
export const erpSignIn = statements(
  `alter table erp_sync
    add refresh_token text,
    add granted_at timestamptz,
    add refused text,
    add refused_until timestamptz`,
);
