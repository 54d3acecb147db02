import { sql } from 'kysely';
import { deleteInBatches } from '../database/batches';
import { secondsAgo, secondsFromNow } from '../database/clock';
import type { Database } from '../database/connect';
import type { Row } from '../database/schema';
import { DAY_SECONDS } from '../limits/limits';

/** A replica that was killed keeps the others waiting for so long. */
const LEASE_SECONDS = 60;

/** Walks through the changes of an ERP, each with its own position. */
export type Walk = 'orders' | 'events' | 'pass';

/** Another replica works now. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** What was last read of an order. */
export interface KnownOrder {
  key: string;
  record: string;
  orderNbr: string;
  modified: Date;
  eventsModified: Date | null;
  contact: string;
}

const known = ['key', 'record', 'modified', 'contact'] as const;

/** What replicas share about the synchronization with an ERP. @param name the connector */
export const erpStore = (database: Database, name: string) => {
  const own = () => database.updateTable('erp_sync').where('name', '=', name);
  const knownOrders = () =>
    database
      .selectFrom('erp_orders')
      .select(known)
      .select(['order_nbr as orderNbr', 'events_modified as eventsModified']);

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
      const { numUpdatedRows } = await own()
        .set({ held_until: secondsFromNow(LEASE_SECONDS) })
        .where('holder', '=', holder)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) throw new LeaseLostError('Another replica goes on with the ERP.');
    },

    release: (holder: string) => own().set({ held_until: null }).where('holder', '=', holder).execute(),

    savePosition: (walk: Walk, position: string) =>
      own()
        .set({ positions: sql`positions || ${JSON.stringify({ [walk]: position })}::jsonb` })
        .execute(),

    set: (values: Partial<Pick<Row<'erp_sync'>, 'fresh_at' | 'failure' | 'session'>>) =>
      own().set(values).execute(),

    /** Makes the next pass read every order anew, and begin now: other settings read the same orders differently. */
    restart: async (fingerprint: string) => {
      await database
        .updateTable('erp_orders')
        .set({ modified: sql`to_timestamp(0)` })
        .execute();
      await own()
        .set({ fingerprint, passed_at: null, positions: sql`positions - 'pass'` })
        .execute();
    },

    /** By the database's clock, as `seen_at`. */
    beginPass: () =>
      own()
        .set({ pass_began_at: sql`clock_timestamp()` })
        .execute(),

    endPass: (at: Date) =>
      own()
        .set({ pass_began_at: null, passed_at: at, positions: sql`positions - 'pass'` })
        .execute(),

    findOrders: (keys: readonly string[]): Promise<KnownOrder[]> =>
      knownOrders()
        .where(sql<boolean>`key = any(${keys}::text[])`)
        .execute(),

    findNumbers: (orderNbrs: readonly string[]): Promise<KnownOrder[]> =>
      knownOrders()
        .where(sql<boolean>`order_nbr = any(${orderNbrs}::text[])`)
        .execute(),

    findRecords: (records: readonly string[]): Promise<KnownOrder[]> =>
      knownOrders()
        .where(sql<boolean>`record = any(${records}::text[])`)
        .execute(),

    /** The first orders that the ERP has not named since then. */
    unseenSince: async (since: Date, limit: number): Promise<string[]> => {
      const rows = await knownOrders().where('seen_at', '<', since).orderBy('seen_at').limit(limit).execute();
      return rows.map(({ key }) => key);
    },

    markSeen: (keys: readonly string[]) =>
      database
        .updateTable('erp_orders')
        .set({ seen_at: sql`clock_timestamp()` })
        .where(sql<boolean>`key = any(${keys}::text[])`)
        .execute(),

    saveOrders: async (orders: readonly KnownOrder[]) => {
      if (orders.length === 0) return;
      await database
        .insertInto('erp_orders')
        .values(
          orders.map(({ orderNbr, eventsModified, ...order }) => ({
            ...order,
            order_nbr: orderNbr,
            events_modified: eventsModified,
            seen_at: sql<Date>`clock_timestamp()`,
          })),
        )
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet(({ ref }) => ({
            record: ref('excluded.record'),
            order_nbr: ref('excluded.order_nbr'),
            modified: ref('excluded.modified'),
            events_modified: sql`greatest(excluded.events_modified, erp_orders.events_modified)`,
            contact: ref('excluded.contact'),
            seen_at: ref('excluded.seen_at'),
          })),
        )
        .execute();
    },

    forgetOrders: (keys: readonly string[]) =>
      database
        .deleteFrom('erp_orders')
        .where(sql<boolean>`key = any(${keys}::text[])`)
        .execute(),

    /** Keeps what a notification is about. One that came before changes nothing. */
    addSignal: (id: string, changes: { keys: string[]; records: string[] }) =>
      database
        .insertInto('erp_signals')
        .values({ id, changes: JSON.stringify(changes) })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute(),

    signals: () =>
      database
        .selectFrom('erp_signals')
        .select(['id', 'changes'])
        .where('is_handled', '=', false)
        .orderBy('received_at')
        .limit(100)
        .execute(),

    handleSignals: (ids: readonly string[]) =>
      database
        .updateTable('erp_signals')
        .set({ is_handled: true })
        .where(sql<boolean>`id = any(${ids}::text[])`)
        .execute(),

    /** Deletes notifications after a day: an ERP repeats them for minutes. */
    clean: () => deleteInBatches(database, 'erp_signals', sql`received_at < ${secondsAgo(DAY_SECONDS)}`),
  };
};
