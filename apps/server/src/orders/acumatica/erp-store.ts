import { sql, type RawBuilder, type UpdateObject } from 'kysely';
import { secondsFromNow } from '../../platform/database/clock';
import type { Database } from '../../platform/database/connect';
import type { Row, Tables } from '../../platform/database/schema';
import type { Activity, Change, NamedOrder } from './acumatica';

/** A replica that was killed keeps the others waiting for so long. */
const LEASE_SECONDS = 60;

/** However few orders there are, so many may be taken from customers within a day. */
export const FEWEST_REMOVED = 20;

const COLUMNS = [
  ...(['key', 'record', 'order_nbr', 'contact', 'account', 'location', 'modified'] as const),
  ...(['shown', 'hidden_for', 'phone_at'] as const),
];

/** What was last read of an order; `stale_at` as text, because a Date has no microseconds. */
export type KnownOrder = Pick<Row<'erp_orders'>, (typeof COLUMNS)[number]> & { stale_at: string };

/** Why customers do not see an order. */
export type NotShown = NonNullable<Row<'erp_orders'>['hidden_for']> | 'deleted' | 'unread' | 'unreadable';

export const clock = sql<Date>`clock_timestamp()`;

/** How many orders, or contacts. */
export type Leaving = Record<'shown' | 'leaving' | 'taken' | 'stale', number>;

/** The orders that wait to be taken from their customers. */
const isLeaving = sql<boolean>`shown and hidden_for is not null`;

/** Changes as rows, one for each id; a moment is null in a notification, which has none. */
type Given = readonly (Pick<Change, 'id'> & { modified: Date | null })[];
const rowsOf = (given: Given) => sql`(
  select id, max(modified) as modified
  from json_to_recordset(${JSON.stringify(given)}::json) as rows (id text, modified timestamptz)
  group by id
)`;

/** What replicas share about the synchronization with the ERP. */
export const erpStore = (database: Database) => {
  const set = (values: UpdateObject<Tables, 'erp_sync'>) =>
    database.updateTable('erp_sync').set(values).execute();

  /** Makes orders stale: they are read again. @returns how many */
  const markStale = async (which: RawBuilder<boolean>): Promise<number> => {
    const { numUpdatedRows } = await database
      .updateTable('erp_orders')
      .set({ stale_at: clock })
      .where(which)
      .executeTakeFirstOrThrow();
    return Number(numUpdatedRows);
  };

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

    isHeldBy: async (holder: string): Promise<boolean> =>
      (await database
        .selectFrom('erp_sync')
        .select('holder')
        .where('holder', '=', holder)
        .where('held_until', '>', clock)
        .executeTakeFirst()) !== undefined,

    set,

    /** Makes all orders and contacts due to be read again. @param fingerprint of other settings @returns how many orders */
    restart: async (fingerprint?: string): Promise<number> => {
      const orders = await markStale(sql`true`);
      await set({ fingerprint, passed_at: null, pass_began_at: clock, positions: '{}' });
      return orders;
    },

    /** Makes all orders stale whose times were read as of another zone. */
    changeZone: async (minutes: number) => {
      await markStale(sql`true`);
      await set({ offset_minutes: minutes });
    },

    /**
     * Notes orders that the ERP named: those that differ from what was read become stale. One that could not be read waits
     * on, unless a notification names it. @param isPass those that were taken are read again, too @returns the keys of changed ones
     */
    markOrders: async (orders: Given, isPass = false): Promise<string[]> => {
      const { rows } = await sql<{ key: string; isChanged: boolean }>`
        insert into erp_orders (key, seen_at, stale_at)
        select given.id, ${clock}, case
          when known.modified = given.modified and (known.taken_at is null or not ${isPass}::boolean) then null
          when known.stale_at > clock_timestamp() and given.modified is not null then null
          else ${clock}
        end
        from ${rowsOf(orders)} as given left join erp_orders as known on known.key = given.id
        on conflict (key) do update
          set seen_at = excluded.seen_at, stale_at = coalesce(excluded.stale_at, erp_orders.stale_at)
        returning key, coalesce(stale_at >= statement_timestamp() and stale_at <= clock_timestamp(), false) as "isChanged"
      `.execute(database);
      return rows.filter(({ isChanged }) => isChanged).map(({ key }) => key);
    },

    markRecords: (records: readonly string[]) => markStale(sql`record = any(${records}::text[])`),

    markNumber: (orderNbr: string) => markStale(sql`shown and order_nbr = ${orderNbr}`),

    /**
     * Notes activities and appointments that the ERP listed, of orders that customers see. Orders become stale that have a
     * new or changed one, that had one which is at another order by now, or at none.
     * @param all which known ones the list would have: of a kind, since a moment, or of some orders; of neither: a part
     * @param isRead whether these orders were read with them: only others become stale
     */
    markActivities: (
      activities: readonly Activity[],
      {
        kind = null,
        since = null,
        orderNbrs = [],
      }: { kind?: Activity['kind'] | null; since?: Date | null; orderNbrs?: readonly string[] },
      isRead = false,
    ) =>
      sql`
        with listed as materialized (
          select distinct on (rows.id) rows.id, kind, rows.modified, orders.order_nbr, "isCut" as is_cut
          from json_to_recordset(${JSON.stringify(activities)}::json)
            as rows (id text, kind text, record text, "order" text, modified timestamptz, "isCut" boolean)
            left join erp_orders as known on known.shown
              and known.record = coalesce(rows.record, (select record from erp_orders where key = rows."order"))
            left join orders on orders.order_nbr = known.order_nbr
          order by rows.id, orders.order_nbr
        ),
        changed as materialized (
          select id, listed.kind, listed.order_nbr, listed.modified, former.order_nbr as former,
            coalesce(listed.is_cut, former.is_cut, false) as is_cut
          from listed left join erp_activities as former using (id)
          where listed.order_nbr is not null and (former.order_nbr, former.modified, former.is_cut)
            is distinct from (listed.order_nbr, listed.modified, coalesce(listed.is_cut, former.is_cut))
        ),
        gone as (
          delete from erp_activities where id in (
            select id from listed where order_nbr is null
            union all select id from erp_activities
            where (modified >= ${since}::timestamptz or order_nbr = any(${orderNbrs}::text[]))
              and kind = coalesce(${kind}::text, kind) and id not in (select id from listed)
          ) returning order_nbr
        ),
        marked as (
          update erp_orders set stale_at = ${clock}
          where shown and not (${isRead}::boolean and order_nbr = any(${orderNbrs}::text[])) and order_nbr in (
            select order_nbr from changed union select former from changed union select order_nbr from gone
          )
        )
        insert into erp_activities (id, kind, order_nbr, modified, is_cut)
        select id, kind, order_nbr, modified, is_cut from changed
        on conflict (id) do update
          set order_nbr = excluded.order_nbr, modified = excluded.modified, is_cut = excluded.is_cut
      `.execute(database),

    /** How many activities are without their text, and an order that has one. */
    countCut: () =>
      database
        .selectFrom('erp_activities')
        .select(({ fn }) => [fn.countAll<string>().as('count'), fn.min('order_nbr').as('order')])
        .where('is_cut', '=', true)
        .executeTakeFirstOrThrow(),

    /** Some shown orders whose activities were not compared for the longest time. */
    nextToCompare: async (limit: number) => {
      const { rows } = await sql<NamedOrder & { order_nbr: string }>`
        update erp_orders set compared_at = ${clock}
        where key in (select key from erp_orders where shown order by compared_at limit ${limit})
        returning key, record, order_nbr
      `.execute(database);
      return rows;
    },

    /** Makes orders stale that wait to be taken, or were taken within a day: they may be back. @param limit absent: all */
    markDoubtful: (limit: number | null = null) =>
      markStale(sql`key in (
        select key from erp_orders where (${isLeaving}) or taken_at > now() - interval '1 day'
        order by seen_at limit ${limit}
      )`),

    /** Makes orders stale that the ERP has not named since then, unless they wait to be read anyway. */
    markUnseen: (since: Date) => markStale(sql`seen_at < ${since} and stale_at is null`),

    /** The orders to read next. Those that became stale last come first: somebody waits for them. */
    stale: (limit: number): Promise<KnownOrder[]> =>
      database
        .selectFrom('erp_orders')
        .select([...COLUMNS, sql<string>`stale_at::text`.as('stale_at')])
        .where('stale_at', '<=', clock)
        .orderBy('erp_orders.stale_at', 'desc')
        .limit(limit)
        .execute(),

    postpone: (key: string) =>
      database
        .updateTable('erp_orders')
        .set({ stale_at: sql`${clock} + interval '1 hour'` })
        .where('key', '=', key)
        .execute(),

    hasRecord: async (record: string): Promise<boolean> => {
      const orders = database.selectFrom('erp_orders').select('key').where('record', '=', record);
      return (await orders.where(sql<boolean>`hidden_for is distinct from 'gone'`).execute()).length > 0;
    },

    /** The shown orders with these numbers, each with what `events` finds its events by. */
    findShown: (orderNbrs: readonly string[]) =>
      database
        .selectFrom('erp_orders')
        .select(['key', 'record', 'order_nbr'])
        .where(sql<boolean>`order_nbr = any(${orderNbrs}::text[])`)
        .where('shown', '=', true)
        .execute(),

    /** What the shown orders of these customers say: their accounts, and when they last named another number. */
    describe: (customerIds: readonly string[]) =>
      database
        .selectFrom('erp_orders')
        .innerJoin('orders', 'orders.order_nbr', 'erp_orders.order_nbr')
        .where(sql<boolean>`customer_id = any(${customerIds}::uuid[])`)
        .where('shown', '=', true)
        .groupBy('customer_id')
        .select('customer_id as customerId')
        .select(sql<(string | null)[]>`array_agg(distinct account)`.as('accounts'))
        .select(({ fn }) => fn.max('phone_at').as('phoneAt'))
        .execute(),

    /** Makes the orders stale of customers who have one of these numbers and no address: it may have one by now. */
    markOfPhones: (phones: readonly string[]) =>
      markStale(sql`shown and order_nbr in (
        select order_nbr from orders join customers on customers.id = customer_id
        where phone = any(${phones}::text[]) and email is null
      )`),

    /** Whether an order waits to be taken, or a contact. */
    isAnyLeaving: async (): Promise<boolean> => {
      const { rows } = await sql<{ isAny: boolean }>`select
        exists (select from erp_orders where ${isLeaving}) or exists (select from erp_contacts where leaves) as "isAny"
      `.execute(database);
      return rows[0]?.isAny === true;
    },

    /**
     * How many orders are shown, wait to be taken, were taken today and not confirmed, and are shown but must be read again;
     * and the same of contacts, who see orders.
     */
    countLeaving: async () => {
      const { rows } = await sql<Leaving & { what: string }>`
        with counted as (
          select 'orders' as what, shown, ${isLeaving} as leaves, taken_at,
            shown and hidden_for is null and stale_at <= clock_timestamp() as is_stale from erp_orders
          union all select 'contacts', taken_at is null, leaves, taken_at, false from erp_contacts
        )
        select what, count(*) filter (where shown)::int as shown, count(*) filter (where leaves)::int as leaving,
          count(*) filter (where taken_at > greatest(now() - interval '1 day', (select confirmed_at from erp_sync)))::int as taken,
          count(*) filter (where is_stale)::int as stale
        from counted group by what
      `.execute(database);
      const countOf = (what: string) => {
        const none = { shown: 0, leaving: 0, taken: 0, stale: 0 };
        const counted = rows.find((row) => row.what === what) ?? none;
        // Fewer only wait until others are read.
        return { ...counted, held: counted.leaving + counted.taken > FEWEST_REMOVED ? counted.leaving : 0 };
      };
      return { orders: countOf('orders'), contacts: countOf('contacts') };
    },

    /** How many orders customers see, or do not, by reason; of each, how many wait to be read. */
    countByReason: async () => {
      const { rows } = await sql<{ reason: 'shown' | NotShown; orders: number; waiting: number }>`
        select case when shown and orders.order_nbr is null then 'deleted' when shown then 'shown'
            when hidden_for is not null then hidden_for
            when stale_at > clock_timestamp() then 'unreadable' else 'unread' end as reason,
          count(*)::int as orders, count(*) filter (where stale_at <= clock_timestamp())::int as waiting
        from erp_orders left join orders using (order_nbr) group by reason order by 2 desc
      `.execute(database);
      return rows;
    },

    /** Lets the next round sign in with a refresh token, also the first one. */
    connect: async (sealed: string) => {
      const values = { refresh_token: sealed, granted_at: clock };
      await database
        .insertInto('erp_sync')
        .values(values)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
        .execute();
    },

    leaving: async (): Promise<string[]> => {
      const found = await database.selectFrom('erp_orders').select('order_nbr').where(isLeaving).execute();
      return found.flatMap(({ order_nbr }) => order_nbr ?? []);
    },

    /** Notes that orders were taken. Others with their numbers, which these had, become stale. */
    noteTaken: async (orderNbrs: readonly string[]) => {
      const mine = sql<boolean>`order_nbr = any(${orderNbrs}::text[])`;
      await markStale(sql`${mine} and not shown`);
      await sql`
        update erp_orders set shown = false,
          taken_at = case when hidden_for in ('gone', 'contact') then clock_timestamp() end
        where ${mine} and ${isLeaving}
      `.execute(database);
    },

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

    /** Forgets what these orders were called before they had another type. */
    forgetFormerKeys: (orders: readonly Pick<KnownOrder, 'key' | 'record' | 'order_nbr'>[]) =>
      sql`
        delete from erp_orders as former
        using json_to_recordset(${JSON.stringify(orders)}::json) as given (key text, record text, order_nbr text)
        where former.record = given.record and former.order_nbr = given.order_nbr and former.key <> given.key
      `.execute(database),

    /** Notes what was read. An order that became stale meanwhile stays so. */
    saveOrders: (orders: readonly KnownOrder[]) =>
      sql`
        update erp_orders as known set record = given.record, order_nbr = given.order_nbr, contact = given.contact,
          account = given.account, location = given.location, shown = given.shown, hidden_for = given.hidden_for, phone_at = given.phone_at,
          modified = given.modified, compared_at = clock_timestamp(), seen_at = clock_timestamp(),
          taken_at = case when given.hidden_for is not null then known.taken_at end,
          stale_at = nullif(known.stale_at, given.stale_at)
        from json_to_recordset(${JSON.stringify(orders)}::json) as given (key text, record text, order_nbr text,
          contact text, account text, location text, shown boolean, hidden_for text, phone_at timestamptz,
          modified timestamptz, stale_at timestamptz)
        where known.key = given.key
      `.execute(database),

    /** Forgets orders that the ERP does not have, but those which were taken today: they may come back. */
    forgetOrders: (keys: readonly string[]) =>
      database
        .deleteFrom('erp_orders')
        .where(sql<boolean>`key = any(${keys}::text[])`)
        .where('shown', '=', false)
        .where(sql<boolean>`coalesce(taken_at < now() - interval '1 day', true)`)
        .execute(),
  };
};
