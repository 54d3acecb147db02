import { sql } from 'kysely';
import type { Config } from '../config';
import { deleteInBatches } from '../database/batches';
import { secondsAgo } from '../database/clock';
import type { Database } from '../database/connect';
import { hashToken, newToken } from '../secrets';

/** Who signed a customer in, if not the portal itself with a code. */
export interface Origin {
  issuer: string;
  /** The issuer's name for the customer. */
  subject: string;
  /** The issuer's name for its own session (`sid`). */
  issuerSession?: string | undefined;
  /** The identity provider's token, encrypted. */
  idToken?: string | undefined;
}

/** The sessions that an issuer ended: one of its own, or all of a subject. */
interface Ended extends Pick<Origin, 'issuer' | 'issuerSession'> {
  subject?: string | undefined;
}

/**
 * Sessions: opaque tokens, stored as hashes, ended on the server (ASVS 5.0 7.2.3, 7.2.4, 7.4.1), with the configured
 * lifetimes.
 */
export const createSessions = (database: Database, { idleMinutes, absoluteHours }: Config['session']) => {
  const idleSeconds = idleMinutes * 60;
  const absoluteSeconds = absoluteHours * 3600;

  return {
    /**
     * @param origin who signed the customer in, if not the portal
     * @returns the new session's token
     */
    open: async (customerId: string, origin?: Origin) => {
      const token = newToken();
      await database
        .insertInto('sessions')
        .values({
          token_hash: hashToken(token),
          customer_id: customerId,
          ...(origin && {
            issuer: origin.issuer,
            subject: origin.subject,
            issuer_session: origin.issuerSession ?? null,
            id_token: origin.idToken ?? null,
          }),
        })
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
          // Updated at most every sixtieth of the idle time, so that most reads write nothing.
          sql<boolean>`last_seen_at < ${secondsAgo(idleSeconds / 60)}`.as('isStale'),
        ])
        .where('token_hash', '=', hashToken(token))
        .where('last_seen_at', '>', secondsAgo(idleSeconds))
        .where('created_at', '>', secondsAgo(absoluteSeconds))
        .executeTakeFirst();
      if (session?.isStale)
        await database
          .updateTable('sessions')
          .set({ last_seen_at: sql`now()` })
          .where('token_hash', '=', hashToken(token))
          .execute();
      return session?.customer_id;
    },

    /** @returns the session, if there was one */
    close: async (token: string | undefined) =>
      token === undefined
        ? undefined
        : database
            .deleteFrom('sessions')
            .where('token_hash', '=', hashToken(token))
            .returning(['customer_id', 'issuer', 'id_token'])
            .executeTakeFirst(),

    /** Ends the sessions that an issuer opened: that of its own session, or all of a subject. */
    closeOf: ({ issuer, subject, issuerSession }: Ended) =>
      database
        .deleteFrom('sessions')
        .where('issuer', '=', issuer)
        .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
        .$if(issuerSession !== undefined, (query) =>
          query.where((where) =>
            where.or([
              where('issuer_session', '=', issuerSession ?? ''),
              // Sessions opened without a `sid` end with any session of the subject.
              ...(subject === undefined ? [] : [where('issuer_session', 'is', null)]),
            ]),
          ),
        )
        .returning('customer_id')
        .execute(),

    clean: async () => {
      await deleteInBatches(database, 'sessions', sql`last_seen_at <= ${secondsAgo(idleSeconds)}`);
      await deleteInBatches(database, 'sessions', sql`created_at <= ${secondsAgo(absoluteSeconds)}`);
    },
  };
};
