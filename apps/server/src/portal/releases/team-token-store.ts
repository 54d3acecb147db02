import { remoteName } from '@portal/releases';
import { sql } from 'kysely';
import * as v from 'valibot';
import { hashToken, newToken } from '../../platform/crypto/secrets';
import { secondsFromNow } from '../../platform/database/clock';
import type { Database } from '../../platform/database/connect';
import { operatorRoles } from '../../platform/database/schema';

/** What a team may do with its remotes. */
export const releaseVerbs = ['publish', 'promote', 'canary', 'rollback', 'prune'] as const;

const upTo = (most: number) =>
  v.pipe(
    v.number(),
    v.integer('must be a whole number'),
    v.minValue(1, 'must be at least 1'),
    v.maxValue(most, `must be at most ${most}`),
  );

/** A token to create: of a team for its remotes, or of an operator with a role. */
export const newTokenSchema = v.pipe(
  v.strictObject({
    /** One line: it becomes the author in the history, and `who` in the audit log. */
    team: v.pipe(v.string(), v.regex(/^\P{Cc}{1,100}$/u, 'must be the name of a team')),
    role: v.exactOptional(v.picklist(operatorRoles, `must be one of ${operatorRoles.join(', ')}`)),
    names: v.array(remoteName),
    verbs: v.pipe(
      v.array(v.picklist(releaseVerbs, `must be one of ${releaseVerbs.join(', ')}`)),
      v.minLength(1, 'must name a verb'),
    ),
    days: upTo(3650),
    createdBy: v.string(),
    /** What the team may publish: megabytes and files of a version, and versions of a release. */
    megabytes: v.optional(upTo(2000), 100),
    files: v.optional(upTo(100_000), 2000),
    versions: v.optional(upTo(100_000), 500),
  }),
  v.forward(
    v.check(({ role, names }) => role !== undefined || names.length > 0, 'must name a remote'),
    ['names'],
  ),
  v.forward(
    v.check(
      ({ role, names }) => role === undefined || names.length === 0,
      'are for teams, a role is for an operator',
    ),
    ['names'],
  ),
);

/** The tokens of teams; the database has only their hashes. */
export const teamTokenStore = (database: Database) => ({
  /** @returns the token, which nobody can read again */
  create: async (wanted: v.InferInput<typeof newTokenSchema>) => {
    const { team, role, names, verbs, days, createdBy, megabytes, files, versions } = v.parse(
      newTokenSchema,
      wanted,
    );
    const token = `pt_${newToken()}`;
    const created = await database
      .insertInto('team_tokens')
      .values({
        team,
        role: role ?? null,
        names,
        verbs: role === undefined ? verbs : [],
        token_hash: hashToken(token),
        created_by: createdBy,
        expires_at: secondsFromNow(days * 24 * 3600),
        max_bytes: megabytes * 1_000_000,
        max_files: files,
        max_versions: versions,
      })
      .returning(['id', 'expires_at as expiresAt'])
      .executeTakeFirstOrThrow();
    return { ...created, token };
  },

  /** All tokens, those that no longer work included, the newest first. */
  list: () =>
    database
      .selectFrom('team_tokens')
      .select(['id', 'team', 'names', 'verbs', 'role', 'created_at as createdAt', 'created_by as createdBy'])
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
      .where(sql<boolean>`role is null and revoked_at is null and expires_at > now()`)
      .returning(['team as who', 'names', 'verbs'])
      .returning(['max_bytes as maxBytes', 'max_files as maxFiles', 'max_versions as maxVersions'])
      .returning('max_why as maxWhy')
      .executeTakeFirst();
    return found;
  },

  /** The operator with a token, by its hash or its id; undefined if it is unknown, expired or revoked. Notes when it was used. */
  findOperator: async (by: 'token_hash' | 'id', value: string) => {
    const found = await database
      .updateTable('team_tokens')
      .set({ last_used_at: sql`now()` })
      .where(by, '=', value)
      .where(sql<boolean>`revoked_at is null and expires_at > now()`)
      .returning(['id as token', 'team as who', 'role'])
      .executeTakeFirst();
    return found?.role ? { ...found, role: found.role } : undefined;
  },
});

/** A team, by its token. */
export type Team = NonNullable<Awaited<ReturnType<ReturnType<typeof teamTokenStore>['find']>>>;
