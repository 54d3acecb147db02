import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { secondsAgo, secondsFromNow } from '../database/clock';
import type { Database } from '../database/connect';
import type { Row } from '../database/schema';
import { seal, unseal } from './seal';

/** A message to write down: its code is kept encrypted until it is settled. */
interface NewMessage {
  channel: 'email' | 'sms';
  recipient: string;
  code: string;
  lifetimeSeconds: number;
}

/** How a message ended. */
type Ending = Exclude<Row<'outbox'>['status'], 'waiting'>;

/** A message that a worker has leased: `attempts` counts this one too. */
export interface Leased {
  id: string;
  channel: 'email' | 'sms';
  recipient: string;
  code: string;
  attempts: number;
}

const keptSeconds = 24 * 3600;

/** Messages on their way. Several workers may take from it: none gets what another has. */
export const outboxStore = (database: Database, key: Buffer) => {
  const settleWhere = (status: Ending, failure: string | null = null) =>
    database
      .updateTable('outbox')
      .set({ status, failure, content: null, settled_at: sql`now()` })
      .where('status', '=', 'waiting');

  return {
    /** Adds a message; an older one that still waits for the same recipient is not sent any more. */
    replace: async ({ channel, recipient, code, lifetimeSeconds }: NewMessage) => {
      const id = randomUUID();
      await settleWhere('expired', 'replaced by a newer code').where('recipient', '=', recipient).execute();
      await database
        .insertInto('outbox')
        .values({
          id,
          channel,
          recipient,
          content: seal(key, code, id),
          expires_at: secondsFromNow(lifetimeSeconds),
        })
        .execute();
    },

    /** A code past its lifetime is dropped, not sent late. */
    expire: () =>
      settleWhere('expired')
        .where('expires_at', '<=', sql<Date>`now()`)
        .execute(),

    /** Leases messages that are due. One whose worker died is due again when the lease ends. */
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
        .returning(['id', 'channel', 'recipient', 'content', 'attempts'])
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

    /** Forgets after a day what was settled. Dead letters stay until somebody deletes them. */
    clean: () =>
      database
        .deleteFrom('outbox')
        .where('settled_at', '<', secondsAgo(keptSeconds))
        .where('status', '!=', 'dead')
        .execute(),
  };
};
