import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect';

/** What reminders read and write. */
export const reminderStore = (database: Database) => ({
  /** Begins the reminders of a day's visits. @returns false if they have begun before */
  begin: async (day: string): Promise<boolean> => {
    const { numInsertedOrUpdatedRows } = await database
      .insertInto('reminder_days')
      .values({ day })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows !== 0n;
  },

  /** The orders that have a visit on a day in the company's time zone, for each who hears of them. */
  ordersOn: async (day: string, timeZone: string) => {
    // ERPs write the order's own date as its midnight.
    const own = sql`regexp_replace(document -> 'Date' ->> 'value', 'T00:00(:00(\\.0+)?)?(Z|[+-]\\d\\d:\\d\\d)?$', '')`;
    const { rows } = await sql<{ orderNbr: string; customerId: string }>`
    select order_nbr as "orderNbr", reader.customer_id as "customerId"
    from orders join order_readers as reader using (order_nbr)
    where hears and exists (
      select from (
        select ${own} as moment
        union all
        select coalesce(event ->> 'created_at', event ->> 'createdDateTime') from jsonb_array_elements(ahead) as event
      ) as visits
      where ${day} = case length(moment) when 10 then moment
        else to_char(moment::timestamptz at time zone ${timeZone}, 'YYYY-MM-DD') end
    )`.execute(database);
    return rows;
  },
});
