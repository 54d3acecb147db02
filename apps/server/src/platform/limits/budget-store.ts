import { sql } from 'kysely';
import { secondsAgo } from '../database/clock';
import { transact, type Database } from '../database/connect';
import { DAY_SECONDS } from './limits';

/** Counts what costs money, by the hour: a day is the sum of 24 numbers, however many messages they are. */
export const budgetStore = (database: Database) => ({
  /** Counts one more, if the last 24 hours have fewer than `max`. @returns whether it was counted */
  take: (key: string, max: number): Promise<boolean> =>
    transact(database, async (transaction) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(transaction);
      await transaction
        .deleteFrom('budget_hours')
        .where('key', '=', key)
        .where('hour', '<=', secondsAgo(DAY_SECONDS))
        .execute();
      const { taken } = await transaction
        .selectFrom('budget_hours')
        .select(sql<number>`coalesce(sum(count), 0)::int`.as('taken'))
        .where('key', '=', key)
        .executeTakeFirstOrThrow();
      if (taken >= max) return false;
      await transaction
        .insertInto('budget_hours')
        .values({ key, hour: sql<Date>`date_trunc('hour', now())`, count: 1 })
        .onConflict((conflict) =>
          conflict.columns(['key', 'hour']).doUpdateSet({ count: sql`budget_hours.count + 1` }),
        )
        .execute();
      return true;
    }),
});
