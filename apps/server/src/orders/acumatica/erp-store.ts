import { sql, type UpdateObject } from 'kysely';
import { secondsFromNow } from '../../platform/database/clock';
import type { Database } from '../../platform/database/connect';
import type { Row, Tables } from '../../platform/database/schema';
import type { Change } from './walk';

/** A replica that was killed keeps the others waiting for so long. */
const LEASE_SECONDS = 60;

/** Walks through the changes of an ERP, each with its own position. */
export type Walk = 'orders' | 'events' | 'pass';

/** What was last read of an order; `stale_at` as text, because a Date has no microseconds. */
export type KnownOrder = Pick<Row<'erp_orders'>, 'key' | 'record' | 'order_nbr' | 'contact' | 'modified'> & {
  stale_at: string;
};

const clock = sql<Date>`clock_timestamp()`;

/** Changes as rows, one for each id; a moment is null in a notification, which has none. */
type Given = readonly (Pick<Change, 'id'> & { modified: Date | null })[];
const rowsOf = (given: Given) => sql`(
  select id, max(modified) as modified
  from json_to_recordset(${JSON.stringify(given)}::json) as rows (id text, modified timestamptz)
  group by id
)`;

/** Whether a key is one that an ERP has: a longer one would make each request for it too long. */
export const isKey = ({ id }: Pick<Change, 'id'>): boolean => /^[^\0\p{Surrogate}]{0,100}$/u.test(id);

/** What replicas share about the synchronization with the ERP. */
export const erpStore = (database: Database) => {
  const set = (values: UpdateObject<Tables, 'erp_sync'>) =>
    database.updateTable('erp_sync').set(values).execute();

  return {
    /** @returns undefined before the first round of any replica */
    read: () => database.selectFrom('erp_sync').selectAll().executeTakeFirst(),

    /** Takes or renews the lease; in a transaction, no other replica can until it ends. @returns whether this one has it */
    lease: async (holder: string): Promise<boolean> => {
      const values = { holder, held_until: secondsFromNow(LEASE_SECONDS) };
      const { numInsertedOrUpdatedRows } = await database
        .insertInto('erp_sync')
        .values(values)
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet(values)
            .where(sql<boolean>`erp_sync.holder = ${holder} or coalesce(erp_sync.held_until < now(), true)`),
        )
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },

    /** Whether a replica has the lease. */
    isHeldBy: async (holder: string): Promise<boolean> =>
      (await database
        .selectFrom('erp_sync')
        .select('holder')
        .where('holder', '=', holder)
        .where('held_until', '>', clock)
        .executeTakeFirst()) !== undefined,

    set,
    beginPass: () => set({ pass_began_at: clock }),

    /** Makes all orders stale, and a pass due: other settings read the same orders differently. */
    restart: async (fingerprint: string) => {
      await database.updateTable('erp_orders').set({ stale_at: clock }).execute();
      await set({ fingerprint, passed_at: null, pass_began_at: null, positions: '{}' });
    },

    /**
     * Notes orders that the ERP named: those that differ from what was read become stale, the oldest last, which
     * makes it the first to be read. One that could not be read waits on, unless a notification names it.
     */
    markOrders: (orders: Given) =>
      sql`
        insert into erp_orders (key, seen_at, stale_at)
        select given.id, ${clock}, case
          when known.modified = given.modified then null
          when known.stale_at > clock_timestamp() and given.modified is not null then null
          else ${clock}
        end
        from ${rowsOf(orders)} as given left join erp_orders as known on known.key = given.id
        order by given.modified desc
        on conflict (key) do update
          set seen_at = excluded.seen_at, stale_at = coalesce(excluded.stale_at, erp_orders.stale_at)
      `.execute(database),

    /** Makes orders stale whose events changed after they were last noted. */
    markEvents: (records: Given) =>
      sql`
        update erp_orders set stale_at = ${clock}, events_modified = coalesce(given.modified, events_modified)
        from ${rowsOf(records)} as given
        where erp_orders.record = given.id and coalesce(given.modified > erp_orders.events_modified, true)
      `.execute(database),

    /** Makes orders stale that the ERP has not named since then, unless they wait to be read anyway. */
    markUnseen: async (since: Date): Promise<boolean> => {
      const { numUpdatedRows } = await database
        .updateTable('erp_orders')
        .set({ stale_at: clock })
        .where('seen_at', '<', since)
        .where('stale_at', 'is', null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    /** The orders to read next. Those that became stale last come first: somebody waits for them. */
    stale: (limit: number): Promise<KnownOrder[]> =>
      database
        .selectFrom('erp_orders')
        .select([
          'key',
          'record',
          'order_nbr',
          'contact',
          'modified',
          sql<string>`stale_at::text`.as('stale_at'),
        ])
        .where('stale_at', '<=', clock)
        .orderBy('erp_orders.stale_at', 'desc')
        .limit(limit)
        .execute(),

    /** Makes a stale order wait for an hour. */
    postpone: (key: string) =>
      database
        .updateTable('erp_orders')
        .set({ stale_at: sql`${clock} + interval '1 hour'` })
        .where('key', '=', key)
        .execute(),

    /** The keys that have these numbers. */
    findNumbers: (orderNbrs: readonly string[]) =>
      database
        .selectFrom('erp_orders')
        .select(['key', 'order_nbr'])
        .where(sql<boolean>`order_nbr = any(${orderNbrs}::text[])`)
        .execute(),

    /** What `events` finds the events of an order by; undefined if the ERP does not have the order. */
    findRecord: async (orderNbr: string): Promise<string | undefined> =>
      (
        await database
          .selectFrom('erp_orders')
          .select('record')
          .where('order_nbr', '=', orderNbr)
          .executeTakeFirst()
      )?.record ?? undefined,

    /** What the portal wrote to the ERP about orders, or perhaps wrote. */
    answersAbout: (orderNbrs: readonly string[]) =>
      database
        .selectFrom('answer_deliveries')
        .innerJoin('answers', 'answers.id', 'answer_id')
        .select(['answers.id', 'reference'])
        .where(sql<boolean>`order_nbr = any(${orderNbrs}::text[])`)
        .where('target', '=', 'erp')
        .where('attempts', '>', 0)
        .execute(),

    /** Notes what was read. An order that became stale meanwhile stays so. */
    saveOrders: (orders: readonly KnownOrder[]) =>
      sql`
        update erp_orders as known set record = given.record, order_nbr = given.order_nbr, contact = given.contact,
          modified = given.modified, seen_at = clock_timestamp(), stale_at = nullif(known.stale_at, given.stale_at)
        from json_to_recordset(${JSON.stringify(orders)}::json)
          as given (key text, record text, order_nbr text, contact text, modified timestamptz, stale_at timestamptz)
        where known.key = given.key
      `.execute(database),

    forgetOrders: (keys: readonly string[]) =>
      database
        .deleteFrom('erp_orders')
        .where(sql<boolean>`key = any(${keys}::text[])`)
        .execute(),
  };
};
