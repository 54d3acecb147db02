import { sql } from 'kysely';
import { secondsAgo } from '../database/clock';
import type { Database } from '../database/connect';
import type { Limit } from './limits';

/** Counts attempts. A rejected one is not counted, so that asking again does not prolong the wait. */
export const limitStore = (database: Database) => {
  /**
   * Seconds until every limit allows an attempt: until the `max`-th newest one leaves its window. One in the future is of a
   * clock that was set back. Locks the key until the transaction ends.
   */
  const wait = async (key: string, limits: readonly Limit[]): Promise<number> => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(database);
    const { rows } = await sql<{ seconds: number | null }>`
      select max(ceil(extract(epoch from oldest.at - clock_timestamp()) + seconds))::int as seconds
      from json_to_recordset(${JSON.stringify(limits)}::json) as given (max int, seconds int)
        cross join lateral (
          select at from limit_hits where key = ${key} and at <= clock_timestamp()
          order by at desc offset given.max - 1 limit 1
        ) as oldest`.execute(database);
    return Math.max(0, rows[0]?.seconds ?? 0);
  };

  return {
    wait,

    /** Counts an attempt if every limit allows it. @returns seconds to wait; 0: the attempt was counted */
    take: async (key: string, limits: readonly Limit[]) => {
      const seconds = await wait(key, limits);
      if (seconds === 0)
        await database
          .insertInto('limit_hits')
          .values({ key, at: sql<Date>`clock_timestamp()` })
          .execute();
      return seconds;
    },

    /** How many attempts are counted. */
    count: async (keys: readonly string[]): Promise<number> => {
      const { count } = await database
        .selectFrom('limit_hits')
        .select(sql<number>`count(*)::int`.as('count'))
        .where(sql<boolean>`key = any(${keys}::text[])`)
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Forgets all attempts. @returns how many */
    clear: async (keys: readonly string[]): Promise<number> => {
      const cleared = await database
        .deleteFrom('limit_hits')
        .where(sql<boolean>`key = any(${keys}::text[])`)
        .executeTakeFirstOrThrow();
      return Number(cleared.numDeletedRows);
    },

    /** Removes up to `count` attempts of the last `withinSeconds`: the oldest, so that the newest keep counting. */
    forget: (key: string, { count, withinSeconds }: { count: number; withinSeconds: number }) =>
      database
        .deleteFrom('limit_hits')
        .where('key', '=', key)
        .where('at', 'in', (oldest) =>
          oldest
            .selectFrom('limit_hits')
            .select('at')
            .where('key', '=', key)
            .where('at', '>', secondsAgo(withinSeconds))
            .orderBy('at')
            .limit(count),
        )
        .execute(),
  };
};
