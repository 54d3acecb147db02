import { statements } from './statements';

/** Finds the orders of ORDERS_KEPT_DAYS in tables of millions; small, because it names ranges of pages. */
export const retention = statements(
  'create index orders_by_age on orders using brin (last_modified) with (autosummarize = on)',
);
