import { sql, type Insertable } from 'kysely';
import { channelNames, type Channel } from '../platform/contact/contact';
import { preferenceStore } from '../identity/customers/preference-store';
import { secondsFromNow } from '../platform/database/clock';
import type { Database } from '../platform/database/connect';
import type { OrderChange, Row, Tables } from '../platform/database/schema';
import { DAY_SECONDS } from '../platform/limits/limits';
import type { Key } from '../platform/crypto/secrets';
import type { RequestedCode } from './message';

/** What a message is: a one-time code, news about orders, or a test. */
export type Kind = Row<'outbox'>['kind'];

type NewCode = Pick<Insertable<Tables['outbox']>, 'channel' | 'recipient' | 'known_browser' | 'language'> & {
  id: string;
};

/** What the column `content` has of a code. */
type SealedCode = Omit<RequestedCode, 'requestedAt'>;

/** The messages of one worker. A lane that hangs delays no other. */
export interface Lane {
  channel: Channel;
  kinds: readonly Kind[];
}

/** The final status of a message. */
export type Ending = Exclude<Row<'outbox'>['status'], 'waiting' | 'queued'>;

/** A message leased by a worker; `attempts` includes the current one, `failure` is that of the last one. */
export type Leased = {
  id: string;
  channel: Channel;
  attempts: number;
  failure: string | null;
  isExpired: boolean;
} & (
  | {
      kind: 'code';
      recipient: string;
      /** Undefined when another SECRET_KEY encrypted it. */
      requested: RequestedCode | undefined;
      isKnownBrowser: boolean;
      language: string | null;
    }
  | { kind: 'order'; customerId: string; changes: OrderChange[] }
  | { kind: 'test'; customerId: string }
);

/** Not settled. With a condition on `settled_at` instead, stale statistics make PostgreSQL search all due messages. */
const pending = ['waiting', 'queued'] as const;

/** Changes within a minute become one message. */
const collectingSeconds = 60;
/** News about orders outlive a weekend without a mail server. */
export const lifetimeSeconds = { order: 3 * DAY_SECONDS, test: 600 };

/** What the row of any message but a code has. */
const notification = (kind: 'order' | 'test', channel: Channel, customerId: string) => ({
  kind,
  status: 'queued' as const,
  channel,
  recipient: '',
  customer_id: customerId,
  expires_at: secondsFromNow(lifetimeSeconds[kind]),
});

/** The queue of messages. Workers can share it: a leased message is invisible to the others. */
export const outboxStore = (database: Database, key: Key) => {
  const requestedIn = (id: string, content: string | null, requestedAt: Date): RequestedCode | undefined => {
    const sealed = key.unseal(content ?? '', id);
    return sealed === undefined ? undefined : { ...(JSON.parse(sealed) as SealedCode), requestedAt };
  };

  return {
    /** Queues a code and who asked for it. Both are stored encrypted, and erased once the message is settled. */
    queueCode: (sealed: SealedCode, seconds: number, message: NewCode) =>
      database
        .insertInto('outbox')
        .values({
          ...message,
          content: key.seal(JSON.stringify(sealed), message.id),
          expires_at: secondsFromNow(seconds),
        })
        .execute(),

    queueTest: (customerId: string, channels: readonly Channel[]) =>
      database
        .insertInto('outbox')
        .values(channels.map((channel) => notification('test', channel, customerId)))
        .execute(),

    /** Leases messages that are due. If the worker dies, they are due again when the lease ends. */
    lease: async ({ channel, kinds }: Lane, max: number, leaseSeconds: number): Promise<Leased[]> => {
      if (kinds.length === 0) return [];
      const due = database
        .selectFrom('outbox')
        .select('id')
        .where('settled_at', 'is', null)
        .where('channel', '=', channel)
        .where('kind', 'in', kinds)
        .where('available_at', '<=', sql<Date>`now()`)
        .orderBy('available_at')
        .limit(max)
        .forUpdate()
        .skipLocked();
      const rows = await database
        .updateTable('outbox')
        .set({ attempts: sql`attempts + 1`, available_at: secondsFromNow(leaseSeconds) })
        // An array is read once; the rows of a subquery, as often as the planner likes.
        .where(sql<boolean>`id = any(array(${due}))`)
        .returning(['id', 'kind', 'channel', 'attempts', 'failure', 'changes'])
        .returning(['recipient', 'content', 'created_at', 'language', 'known_browser as isKnownBrowser'])
        .returning(sql<string>`coalesce(customer_id::text, '')`.as('customerId'))
        .returning(sql<boolean>`expires_at <= now()`.as('isExpired'))
        .execute();
      return rows.map(({ kind, content, changes, created_at, ...row }): Leased => {
        if (kind === 'code') return { ...row, kind, requested: requestedIn(row.id, content, created_at) };
        return kind === 'order' ? { ...row, kind, changes: changes ?? [] } : { ...row, kind };
      });
    },

    /** @param changes those that the message had when it was leased: others that joined it since are sent on their own */
    settle: async (
      id: string,
      status: Ending,
      failure: string | null = null,
      changes: readonly OrderChange[] = [],
    ) => {
      const message = database.updateTable('outbox').where('id', '=', id).where('status', 'in', pending);
      const { numUpdatedRows } = await message
        .set({ status, failure, content: null, settled_at: sql`now()` })
        // Keep the changes of a dead message: an operator can retry it.
        .$if(status !== 'dead', (settled) =>
          settled
            .set({ changes: null })
            .where(sql<boolean>`coalesce(jsonb_array_length(changes), 0) <= ${changes.length}`),
        )
        .executeTakeFirst();
      if (numUpdatedRows > 0n || changes.length === 0) return;
      await message
        .set({
          // Another message, also for mail servers that drop what they have seen.
          id: sql`gen_random_uuid()`,
          changes: sql`jsonb_path_query_array(changes, '$[$sent to last]', jsonb_build_object('sent', ${changes.length}::int))`,
          attempts: 0,
          failure: null,
          created_at: sql`now()`,
          available_at: secondsFromNow(collectingSeconds),
        })
        .execute();
    },

    retry: (id: string, seconds: number, failure: string) =>
      database
        .updateTable('outbox')
        .set({ available_at: secondsFromNow(seconds), failure })
        .where('id', '=', id)
        .where('status', 'in', pending)
        .execute(),
  };
};

/**
 * Queues news about orders, by customer, on the channels that they have chosen. A message that is still open, perhaps
 * because it is retried, gets the changes.
 * @returns whom it writes to
 */
export const queueOrderMessages = async (
  database: Database,
  changed: ReadonlyMap<string, readonly OrderChange[]>,
  {
    channels = channelNames,
    seconds = collectingSeconds,
  }: { channels?: readonly Channel[]; seconds?: number } = {},
): Promise<{ customerId: string; channel: Channel }[]> => {
  const chosen = await preferenceStore(database).chosenChannels([...changed.keys()]);
  const told = chosen.filter(({ channel }) => channels.includes(channel));
  const rows = told.map(({ customerId, channel }) => ({
    ...notification('order', channel, customerId),
    changes: JSON.stringify(changed.get(customerId)),
    available_at: secondsFromNow(seconds),
  }));
  if (rows.length === 0) return [];
  await database
    .insertInto('outbox')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'channel'])
        .where(sql<boolean>`status = 'queued' and kind = 'order'`)
        .doUpdateSet({
          // At the end: a worker that is sending the others knows how many they are.
          changes: sql`outbox.changes || excluded.changes`,
          expires_at: sql`excluded.expires_at`,
        }),
    )
    .execute();
  return told;
};

/** Entries that an order no longer has; without summaries, the whole order. */
export interface Withdrawn {
  customerId: string;
  orderNbr: string;
  summaries?: readonly string[];
}

/**
 * Takes entries out of the messages about them: the customer must not read them any more. The changes stay as many: a worker
 * that is sending some of them knows their number.
 */
export const withdrawEntries = async (database: Database, withdrawn: readonly Withdrawn[]) => {
  if (withdrawn.length === 0) return;
  const gone = sql`json_to_recordset(${JSON.stringify(withdrawn)}::json)
    as gone ("customerId" uuid, "orderNbr" text, summaries jsonb)`;
  await sql`
    update outbox set changes = (
      select jsonb_agg(
        case
          when gone."orderNbr" is null then change
          when summaries is null then '{ "orderNbr": "", "newEvents": [] }'
          else jsonb_set(change, '{newEvents}',
            (change -> 'newEvents') - array(select jsonb_array_elements_text(summaries)))
        end order by place
      )
      from jsonb_array_elements(changes) with ordinality as listed (change, place)
        left join ${gone} on "customerId" = customer_id and "orderNbr" = change ->> 'orderNbr'
    )
    where exists (select from ${gone} where "customerId" = customer_id
      and changes @> jsonb_build_array(jsonb_build_object('orderNbr', "orderNbr")))`.execute(database);
};

/** Counts the messages by channel and status. @param statuses absent: all, settled ones included */
export const outboxDepths = (database: Database, statuses?: readonly Row<'outbox'>['status'][]) =>
  database
    .selectFrom('outbox')
    .$if(statuses !== undefined, (all) => all.where('status', 'in', statuses ?? []))
    .select(['channel', 'status', sql<number>`count(*)::int`.as('count')])
    .select(sql<Date>`min(created_at)`.as('oldest'))
    .select(sql<number>`extract(epoch from now() - min(created_at))::float`.as('ageSeconds'))
    .groupBy(['channel', 'status'])
    .orderBy('channel')
    .orderBy('status')
    .execute();
