import { sql } from 'kysely';
import { secondsFromNow } from '../database/clock';
import type { Database } from '../database/connect';
import type { Row } from '../database/schema';

/** A replica that was killed keeps the others waiting for so long. */
const LEASE_SECONDS = 60;

/** Walks through the changes of an ERP, each with its own position. */
export type Walk = 'orders' | 'events' | 'pass';

/** Another replica works now. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** What was last read of an order. */
export type KnownOrder = Omit<Row<'erp_orders'>, 'seen_at' | 'events_modified'>;

/** In milliseconds, as JavaScript keeps a moment. */
const markTime = sql<Date>`date_trunc('milliseconds', clock_timestamp())`;

/** What replicas share about the synchronization with an ERP. @param name the connector */
export const erpStore = (database: Database, name: string) => {
  const own = () => database.updateTable('erp_sync').where('name', '=', name);

  return {
    /** @returns undefined before the first round of any replica */
    read: () => database.selectFrom('erp_sync').selectAll().where('name', '=', name).executeTakeFirst(),

    /** Takes or renews the lease. @returns whether this replica has it */
    lease: async (holder: string): Promise<boolean> => {
      const values = { holder, held_until: secondsFromNow(LEASE_SECONDS) };
      const { numInsertedOrUpdatedRows } = await database
        .insertInto('erp_sync')
        .values({ name, ...values })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet(values)
            .where(sql<boolean>`erp_sync.holder = ${holder} or coalesce(erp_sync.held_until < now(), true)`),
        )
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },

    /** Locks the lease until the transaction ends, so that no other replica writes meanwhile. @throws LeaseLostError */
    hold: async (holder: string): Promise<void> => {
      const values = { held_until: secondsFromNow(LEASE_SECONDS) };
      const { numUpdatedRows } = await own()
        .set(values)
        .where('holder', '=', holder)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) throw new LeaseLostError('Another replica goes on with the ERP.');
    },

    release: (holder: string) => own().set({ held_until: null }).where('holder', '=', holder).execute(),

    set: (values: Partial<Pick<Row<'erp_sync'>, 'fresh_at' | 'failure' | 'session'>>) =>
      own().set(values).execute(),

    savePosition: (walk: Walk, position: string) =>
      own()
        .set({ positions: sql`positions || ${JSON.stringify({ [walk]: position })}::jsonb` })
        .execute(),

    beginPass: () => own().set({ pass_began_at: markTime }).execute(),

    endPass: (at: Date) =>
      own()
        .set({ pass_began_at: null, passed_at: at, positions: sql`positions - 'pass'` })
        .execute(),

    /** Makes all orders stale, and a pass due: other settings read the same orders differently. */
    restart: async (fingerprint: string) => {
      await database.updateTable('erp_orders').set({ stale_at: markTime }).execute();
      await own()
        .set({ fingerprint, passed_at: null, pass_began_at: null, positions: sql`positions - 'pass'` })
        .execute();
    },

    /** Notes orders that the ERP named: those that differ from what was read become stale. */
    markOrders: async (orders: readonly { key: string; modified: Date | null }[]) => {
      await sql`
        insert into erp_orders (key, seen_at, stale_at)
        select key, clock_timestamp(), ${markTime}
        from (
          select key, max(modified) as modified
          from json_to_recordset(${JSON.stringify(orders)}::json) as rows (key text, modified timestamptz)
          group by key
        ) as given
        where not exists (select from erp_orders as known where known.key = given.key and known.modified = given.modified)
        on conflict (key) do update set seen_at = excluded.seen_at, stale_at = excluded.stale_at
      `.execute(database);
      await database
        .updateTable('erp_orders')
        .set({ seen_at: sql`clock_timestamp()` })
        .where(sql<boolean>`key = any(${orders.map(({ key }) => key)}::text[])`)
        .execute();
    },

    /** Makes orders stale whose events changed after they were last noted; `modified` null: they did. */
    markEvents: (records: readonly { record: string; modified: Date | null }[]) =>
      sql`
        update erp_orders set stale_at = ${markTime}, events_modified = coalesce(given.modified, events_modified)
        from (
          select record, max(modified) as modified
          from json_to_recordset(${JSON.stringify(records)}::json) as rows (record text, modified timestamptz)
          group by record
        ) as given
        where erp_orders.record = given.record
          and coalesce(given.modified > erp_orders.events_modified, true)
      `.execute(database),

    /** Makes orders stale that the ERP has not named since then. */
    markUnseen: async (since: Date): Promise<boolean> => {
      const { numUpdatedRows } = await database
        .updateTable('erp_orders')
        .set({ stale_at: markTime })
        .where('seen_at', '<', since)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    /** The orders to read next. Those that became stale last come first: somebody waits for them. */
    stale: (limit: number): Promise<KnownOrder[]> =>
      database
        .selectFrom('erp_orders')
        .select(['key', 'record', 'order_nbr', 'contact', 'modified', 'stale_at'])
        .where('stale_at', '<=', sql<Date>`clock_timestamp()`)
        .orderBy('stale_at', 'desc')
        .limit(limit)
        .execute(),

    /** Makes stale orders wait for an hour. */
    postpone: (keys: readonly string[]) =>
      database
        .updateTable('erp_orders')
        .set({ stale_at: sql`${markTime} + interval '1 hour'` })
        .where(sql<boolean>`key = any(${keys}::text[])`)
        .execute(),

    /** The keys that have these numbers. */
    findNumbers: (orderNbrs: readonly string[]) =>
      database
        .selectFrom('erp_orders')
        .select(['key', 'order_nbr'])
        .where(sql<boolean>`order_nbr = any(${orderNbrs}::text[])`)
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
