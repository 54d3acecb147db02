import { sql } from 'kysely';
import { hashToken, newToken } from '../config/secrets';
import { secondsFromNow } from '../database/clock';
import type { Database } from '../database/connect';
import type { Row } from '../database/schema';

/** What a team may do with its remotes. */
export const releaseVerbs = ['publish', 'promote', 'canary', 'rollback'] as const;

export type ReleaseVerb = (typeof releaseVerbs)[number];

/** A token to make; it expires after some days. */
type NewToken = Pick<Row<'team_tokens'>, 'team' | 'names' | 'verbs'> & { days: number; createdBy: string };

/** The tokens of teams; the database has only their hashes. */
export const teamTokenStore = (database: Database) => ({
  /** @returns the token, which nobody can read again */
  create: async ({ team, names, verbs, days, createdBy }: NewToken) => {
    const token = `pt_${newToken()}`;
    const created = await database
      .insertInto('team_tokens')
      .values({
        team,
        names,
        verbs,
        token_hash: hashToken(token),
        created_by: createdBy,
        expires_at: secondsFromNow(days * 24 * 3600),
      })
      .returning(['id', 'expires_at as expiresAt'])
      .executeTakeFirstOrThrow();
    return { ...created, token };
  },

  /** All tokens, those that no longer work included, the newest first. */
  list: () =>
    database
      .selectFrom('team_tokens')
      .select(['id', 'team', 'names', 'verbs', 'created_at as createdAt', 'created_by as createdBy'])
      .select(['expires_at as expiresAt', 'last_used_at as lastUsedAt', 'revoked_at as revokedAt'])
      .orderBy('created_at', 'desc')
      .execute(),

  /** @returns whether there is such a token, which worked until now */
  revoke: async (id: string): Promise<boolean> => {
    const revoked = await database
      .updateTable('team_tokens')
      .set({ revoked_at: sql`now()` })
      .where(sql<boolean>`id::text = ${id} and revoked_at is null`)
      .returning('id')
      .executeTakeFirst();
    return revoked !== undefined;
  },

  /** The team with a token; undefined if it is unknown, expired or revoked. Notes when it was used. */
  find: async (token: string) => {
    const found = await database
      .updateTable('team_tokens')
      .set({ last_used_at: sql`now()` })
      .where('token_hash', '=', hashToken(token))
      .where(sql<boolean>`revoked_at is null and expires_at > now()`)
      .returning(['id as tokenId', 'team as who', 'names', 'verbs'])
      .executeTakeFirst();
    return found && { ...found, operator: false as const };
  },
});
