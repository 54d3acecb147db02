import { sql } from 'kysely';
import { deleteInBatches } from '../database/batches';
import { secondsAgo } from '../database/clock';
import type { Database } from '../database/connect';
import { DAY_SECONDS, type Limit } from './limits';

/** Counts hits. A rejected hit is not counted, so that asking again does not prolong the wait. */
export const limitStore = (database: Database) => {
  /** The wait ends when the `max`-th newest hit leaves the window. One in the future is of a clock that was set back. */
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

  /** Seconds until every limit allows a hit; 0: now. */
  const wait = async (key: string, limits: readonly Limit[]) => {
    let longest = 0;
    for (const limit of limits) longest = Math.max(longest, await waitFor(key, limit));
    return longest;
  };

  return {
    /**
     * Takes a hit if every limit allows it. Needs a transaction, because it locks the key until the transaction ends.
     * @returns seconds to wait; 0: the hit was taken
     */
    take: async (key: string, limits: readonly Limit[]) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(database);
      const seconds = await wait(key, limits);
      if (seconds === 0)
        await database
          .insertInto('limit_hits')
          .values({ key, at: sql<Date>`clock_timestamp()` })
          .execute();
      return seconds;
    },

    /**
     * Removes up to `hits` hits of the last `withinSeconds`. Removes the oldest, so that the newest, which leave a
     * window last, keep counting.
     */
    forget: (key: string, { hits, withinSeconds }: { hits: number; withinSeconds: number }) =>
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
            .limit(hits),
        )
        .execute(),

    /** Deletes hits older than the longest window. */
    clean: () => deleteInBatches(database, 'limit_hits', sql`at < ${secondsAgo(DAY_SECONDS)}`),
  };
};
