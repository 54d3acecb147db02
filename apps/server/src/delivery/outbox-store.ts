import { sql } from 'kysely';
import type { Channel } from '../customers/contact';
import { secondsAgo, secondsFromNow } from '../database/clock';
import type { Database } from '../database/connect';
import type { Row } from '../database/schema';
import { seal, unseal } from './seal';

/** A message to queue. Its code is stored encrypted, and erased once the message is settled. */
interface NewMessage {
  id: string;
  /** The id of the message whose code the new one voids. */
  replaces: string | undefined;
  channel: Channel;
  recipient: string;
  code: string;
  lifetimeSeconds: number;
  /** Whether a browser asked that signed in before. */
  isKnownBrowser: boolean;
}

/** The final status of a message. */
type Ending = Exclude<Row<'outbox'>['status'], 'waiting'>;

/** A message leased by a worker; `attempts` includes the current one. */
export interface Leased {
  id: string;
  channel: Channel;
  recipient: string;
  code: string;
  attempts: number;
  known_browser: boolean;
}

const retentionSeconds = 24 * 3600;

/** The queue of messages. Workers can share it: a leased message is invisible to the others. */
export const outboxStore = (database: Database, key: Buffer) => {
  const settleWhere = (status: Ending, failure: string | null = null) =>
    database
      .updateTable('outbox')
      .set({ status, failure, content: null, settled_at: sql`now()` })
      .where('status', '=', 'waiting');

  return {
    /** Queues a message, and drops the one that it replaces if that still waits. */
    replace: async (message: NewMessage) => {
      const { id, replaces, channel, recipient, code, lifetimeSeconds, isKnownBrowser } = message;
      if (replaces)
        await settleWhere('expired', 'replaced by a newer code').where('id', '=', replaces).execute();
      await database
        .insertInto('outbox')
        .values({
          id,
          channel,
          recipient,
          content: seal(key, code, id),
          expires_at: secondsFromNow(lifetimeSeconds),
          known_browser: isKnownBrowser,
        })
        .execute();
    },

    /** Drops expired codes instead of sending them late. */
    expire: () =>
      settleWhere('expired')
        .where('expires_at', '<=', sql<Date>`now()`)
        .execute(),

    /** Leases messages that are due. If the worker dies, they are due again when the lease ends. */
    lease: async (max: number, leaseSeconds: number): Promise<Leased[]> => {
      const due = database
        .selectFrom('outbox')
        .select('id')
        .where('status', '=', 'waiting')
        .where('available_at', '<=', sql<Date>`now()`)
        .orderBy('available_at')
        .limit(max)
        .forUpdate()
        .skipLocked();
      const rows = await database
        .updateTable('outbox')
        .set({ attempts: sql`attempts + 1`, available_at: secondsFromNow(leaseSeconds) })
        .where('id', 'in', due)
        .returning(['id', 'channel', 'recipient', 'content', 'attempts', 'known_browser'])
        .execute();
      return rows.map(({ content, ...row }) => ({ ...row, code: unseal(key, content ?? '', row.id) }));
    },

    settle: (id: string, ending: Ending, failure?: string) =>
      settleWhere(ending, failure).where('id', '=', id).execute(),

    retry: (id: string, seconds: number, failure: string) =>
      database
        .updateTable('outbox')
        .set({ available_at: secondsFromNow(seconds), failure })
        .where('id', '=', id)
        .where('status', '=', 'waiting')
        .execute(),

    /** Deletes settled messages after a day. Dead ones stay until an operator deletes them. */
    clean: () =>
      database
        .deleteFrom('outbox')
        .where('settled_at', '<', secondsAgo(retentionSeconds))
        .where('status', '!=', 'dead')
        .execute(),
  };
};
