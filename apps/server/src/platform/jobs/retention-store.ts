import { sql, type RawBuilder } from 'kysely';
import type { Config } from '../config/config';
import { secondsAgo } from '../database/clock';
import type { Database } from '../database/connect';
import type { Tables } from '../database/schema';
import { KNOWN_BROWSER_SECONDS } from '../http/cookies';
import { DAY_SECONDS } from '../limits/limits';

/** Few enough rows for a statement to stay far below its time limit. */
const DELETED_PER_STATEMENT = 10_000;

/** Rows of a table that no rule reads any more. */
type Old = readonly [table: keyof Tables, condition: RawBuilder<boolean>];

/** How long the rows of each table are kept. */
const oldRows = ({ idleMinutes, absoluteHours }: Config['session']): readonly Old[] => [
  ['limit_hits', sql`at < ${secondsAgo(DAY_SECONDS)}`],
  // An hour after their end: until then, customers hear that the code has expired.
  ['challenges', sql`expires_at < ${secondsAgo(3600)}`],
  ['known_browsers', sql`signed_in_at <= ${secondsAgo(KNOWN_BROWSER_SECONDS)}`],
  ['sessions', sql`last_seen_at <= ${secondsAgo(idleMinutes * 60)}`],
  ['sessions', sql`created_at <= ${secondsAgo(absoluteHours * 3600)}`],
  // Settled messages have an address or a customer. Operators can retry the dead ones.
  [
    'outbox',
    sql`settled_at < ${secondsAgo(DAY_SECONDS)}
      and (status <> 'dead' or settled_at < ${secondsAgo(30 * DAY_SECONDS)})`,
  ],
  // No sender repeats a delivery so late.
  ['hook_deliveries', sql`received_at < ${secondsAgo(30 * DAY_SECONDS)}`],
  ['removed_orders', sql`removed_at < ${secondsAgo(30 * DAY_SECONDS)}`],
  // The newest load of each source says since when no orders have come.
  [
    'imports',
    sql`at < ${secondsAgo(30 * DAY_SECONDS)}
      and at < (select max(newer.at) from imports as newer where newer.source = imports.source)`,
  ],
  // Far longer than the portal accepts a token, so that the clocks of server and database may differ.
  ['used_tokens', sql`used_at < ${secondsAgo(3600)}`],
  // The trend of a version, and what decides about it, need two days.
  ['release_counts', sql`hour < ${secondsAgo(30 * DAY_SECONDS)}`],
  // Operators look up who had a token.
  ['team_tokens', sql`least(expires_at, revoked_at) < ${secondsAgo(30 * DAY_SECONDS)}`],
  // Of orders that are gone, or another customer's by now. OFFSET keeps the planner from reading all orders.
  [
    'muted_orders',
    sql`muted_at < ${secondsAgo(30 * DAY_SECONDS)} and not exists (select from orders
      where order_nbr = muted_orders.order_nbr and customer_id = muted_orders.customer_id offset 0)`,
  ],
];

/** Deletes in batches: a single statement could reach its time limit. */
const deleteRows = async (database: Database, [table, condition]: Old): Promise<void> => {
  // The condition is checked again, because a row may have changed since it was found.
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)}
    where ctid = any(array(select ctid from ${sql.table(table)} where ${condition} limit ${sql.lit(DELETED_PER_STATEMENT)}))
      and ${condition}`.execute(database);
  if (numAffectedRows >= DELETED_PER_STATEMENT) await deleteRows(database, [table, condition]);
};

/**
 * Deletes rows that no rule reads any more, so that tables do not grow forever.
 * @param onError gets the error of each table that could not be cleaned; the others are
 */
export const createHousekeeping =
  (
    { config, database }: { config: Pick<Config, 'session'>; database: Database },
    onError: (error: unknown) => void,
  ) =>
  async () => {
    for (const old of oldRows(config.session)) await deleteRows(database, old).catch(onError);
  };
