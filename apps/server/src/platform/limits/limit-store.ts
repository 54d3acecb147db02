import { sql } from 'kysely';
import { secondsAgo } from '../database/clock';
import type { Database } from '../database/connect';
import type { Limit } from './limits';

/** Counts attempts. A rejected one is not counted, so that asking again does not prolong the wait. */
export const limitStore = (database: Database) => {
  /** Seconds until the `max`-th newest attempt leaves the window. One in the future is of a clock that was set back. */
  const waitFor = async (key: string, { max, seconds }: Limit) => {
    const oldest = await database
      .selectFrom('limit_hits')
      .select(sql<number>`ceil(extract(epoch from at - clock_timestamp()) + ${seconds}::int)::int`.as('wait'))
      .where('key', '=', key)
      .where('at', '<=', sql<Date>`clock_timestamp()`)
      .orderBy('at', 'desc')
      .offset(max - 1)
      .limit(1)
      .executeTakeFirst();
    return Math.max(0, oldest?.wait ?? 0);
  };

  /** Seconds to wait; 0: every limit allows an attempt. Locks the key until the transaction ends. */
  const wait = async (key: string, limits: readonly Limit[]) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(database);
    let seconds = 0;
    for (const limit of limits) seconds = Math.max(seconds, await waitFor(key, limit));
    return seconds;
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
