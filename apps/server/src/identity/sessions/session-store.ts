import { sql, type Insertable } from 'kysely';
import type { Config } from '../../platform/config/config';
import { secondsAgo } from '../../platform/database/clock';
import type { Database } from '../../platform/database/connect';
import type { Tables } from '../../platform/database/schema';
import { hashToken, newToken } from '../../platform/crypto/secrets';
import type { Device } from '../../platform/http/device';

/** Who signed a customer in, if not the portal itself with a code. */
export type Origin = Pick<
  Insertable<Tables['sessions']>,
  'issuer' | 'subject' | 'issuer_session' | 'id_token'
>;

/** Sessions: opaque tokens, stored as hashes, ended on the server (ASVS 5.0 7.2.3, 7.2.4, 7.4.1). */
export const createSessions = (database: Database, { idleMinutes, absoluteHours }: Config['session']) => {
  const idleSeconds = idleMinutes * 60;
  const isLive = sql<boolean>`(last_seen_at > ${secondsAgo(idleSeconds)}
    and created_at > ${secondsAgo(absoluteHours * 3600)})`;

  return {
    open: async (customerId: string, from?: Partial<Device> & Origin) => {
      const token = newToken();
      await database
        .insertInto('sessions')
        .values({ ...from, token_hash: hashToken(token), customer_id: customerId })
        .execute();
      await database
        .updateTable('customers')
        .set({ signed_in_at: sql`now()` })
        .where('id', '=', customerId)
        .where('signed_in_at', 'is', null)
        .execute();
      return token;
    },

    /** @returns the customer's id; undefined when the session has ended or never existed */
    customerOf: async (token: string | undefined) => {
      if (!token) return undefined;
      const session = await database
        .selectFrom('sessions')
        .select([
          'customer_id',
          // Updated at most every sixtieth of the idle time, so that most reads write nothing, and never while the
          // database is read-only: customers go on reading.
          sql<boolean>`last_seen_at < ${secondsAgo(idleSeconds / 60)}
            and current_setting('transaction_read_only') = 'off'`.as('isStale'),
        ])
        .where('token_hash', '=', hashToken(token))
        .where(isLive)
        .executeTakeFirst();
      if (session?.isStale)
        await database
          .updateTable('sessions')
          .set({ last_seen_at: sql`now()` })
          .where('token_hash', '=', hashToken(token))
          .execute();
      return session?.customer_id;
    },

    close: async (token: string | undefined) =>
      token === undefined
        ? undefined
        : database
            .deleteFrom('sessions')
            .where('token_hash', '=', hashToken(token))
            .returning(['customer_id', 'id_token'])
            .executeTakeFirst(),

    /** The sessions of a customer: first that of the token, then the last used. */
    list: (customerId: string, token = '') =>
      database
        .selectFrom('sessions')
        .select(['id', 'browser', 'system', 'country', 'last_seen_at'])
        .select(sql<boolean>`token_hash = ${hashToken(token)}`.as('isCurrent'))
        .where('customer_id', '=', customerId)
        .where(isLive)
        .orderBy('isCurrent', 'desc')
        .orderBy('last_seen_at', 'desc')
        .execute(),

    /** Ends the other sessions of a customer than that of the token. @param id only this one */
    closeOthers: (customerId: string, token = '', id: string | null = null) =>
      database
        .deleteFrom('sessions')
        .where('customer_id', '=', customerId)
        .where('token_hash', '<>', hashToken(token))
        .where(sql<boolean>`(${id}::uuid is null or id = ${id})`)
        .returning('id')
        .execute(),

    /** Ends the sessions that an issuer opened: that of its own session, or all of a subject. */
    closeOf: (issuer: string, subject: string | null = null, issuerSession: string | null = null) =>
      database
        .deleteFrom('sessions')
        .where('issuer', '=', issuer)
        .where(sql<boolean>`(${subject}::text is null or subject = ${subject})`)
        // Sessions opened without a `sid` end with any session of the subject.
        .where(
          sql<boolean>`(${issuerSession}::text is null or issuer_session = ${issuerSession}
            or (issuer_session is null and ${subject}::text is not null))`,
        )
        .returning('customer_id')
        .execute(),
  };
};

/** Notes the use of an issuer's token, so that it works once across all replicas. @returns whether it is the first */
export const useOnce = async (database: Database, issuer: string, jti: string): Promise<boolean> => {
  const used = await database
    .insertInto('used_tokens')
    .values({ token_hash: hashToken(JSON.stringify([issuer, jti])) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('token_hash')
    .executeTakeFirst();
  return used !== undefined;
};
