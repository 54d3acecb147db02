import type { PublishedVersion, ReleaseChange, Verification } from '@portal/contract';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database } from '../../platform/database/connect';
import type { Row } from '../../platform/database/schema';
import type { ChangeAuthor, Release } from './release';

/** Whether customers can get a version `v` of a release `r`: live, previous, and canary. */
const isServed = sql<boolean>`(v.version = r.canary or v.version = any(r.lives[cardinality(r.lives) - 1:])) is true`;

/** Reads the number of the last change. */
export const readRevision = async (database: Database): Promise<number> => {
  const row = await database.selectFrom('release_revision').select('revision').executeTakeFirst();
  return row?.revision ?? 0;
};

/** Reads all releases with the versions that customers can get. */
export const readReleases = async (database: Database): Promise<Release[]> => {
  const rows = await database
    .selectFrom('releases as r')
    .select(['name', 'lives', 'period', 'trial_since'])
    .select(
      sql<Release['canary']>`case when canary is not null
      then json_build_object('version', canary, 'percent', canary_percent) end`.as('canary'),
    )
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('release_claims as c')
          .select(['claim as route', 'claimed_at as at'])
          .whereRef('c.name', '=', 'r.name')
          .where('kind', '=', 'route'),
      ).as('routes'),
      jsonArrayFrom(
        eb
          .selectFrom('release_versions as v')
          .select(['version', 'content'])
          .whereRef('v.name', '=', 'r.name')
          .where(isServed),
      ).as('versions'),
    ])
    .orderBy('name')
    .execute();
  return rows.map(({ trial_since, versions, ...release }) => ({
    ...release,
    live: release.lives.at(-1) ?? null,
    previous: release.lives.at(-2) ?? null,
    promotedAt: trial_since?.toISOString() ?? null,
    versions: Object.fromEntries(versions.map(({ version, content }) => [version, content])),
  }));
};

/** Reads a published version, whether or not customers can get it. */
export const readVersion = async (
  database: Database,
  name: string,
  version: string,
): Promise<PublishedVersion | undefined> => {
  const row = await database
    .selectFrom('release_versions')
    .select('content')
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirst();
  return row?.content;
};

/** Lists the versions of a release, the newest first. */
export const listVersions = (database: Database, name: string) =>
  database
    .selectFrom('release_versions')
    .select(['version', 'published_at as publishedAt', 'verification'])
    .where('name', '=', name)
    .orderBy('published_at', 'desc')
    .orderBy('version')
    .execute();

/** Lists the versions that nobody can get, and that nobody could get since a time. */
export const readUnused = async (database: Database, name: string, since: Date): Promise<string[]> => {
  const rows = await database
    .selectFrom('release_versions as v')
    .innerJoin('releases as r', 'r.name', 'v.name')
    .select('version')
    .where('v.name', '=', name)
    .where(sql`greatest(published_at, served_at)`, '<', since)
    .where((eb) => eb.not(isServed))
    .orderBy('published_at')
    .orderBy('version')
    .execute();
  return rows.map(({ version }) => version);
};

/** Whether a version with this number was published once, and removed. */
export const wasPruned = async (database: Database, name: string, version: string): Promise<boolean> => {
  const { rows } = await sql`select from release_changes
    where name = ${name} and action = 'prune' and ${version} = any(versions)`.execute(database);
  return rows.length > 0;
};

/** Stores the last result of `portal publish --verify`. */
export const storeVerification = async (
  database: Database,
  name: string,
  version: string,
  verification: Verification,
): Promise<void> => {
  await database
    .updateTable('release_versions')
    .set({ verification: JSON.stringify(verification) })
    .where('name', '=', name)
    .where('version', '=', version)
    .execute();
};

/** Which changes to read. */
interface ChangesWanted {
  limit: number;
  /** The revision of a change: only earlier ones. */
  before?: number | undefined;
  actions?: ReleaseChange['action'][];
}

/** Reads changes of a release, the newest first. */
export const readChanges = async (
  database: Database,
  name: string,
  { limit, before, actions }: ChangesWanted,
): Promise<(ReleaseChange & { revision: number })[]> => {
  let query = database
    .selectFrom('release_changes')
    .select(['revision', 'at', 'who', 'why', 'action', 'versions', 'percent'])
    .where('name', '=', name);
  if (before !== undefined) query = query.where('revision', '<', before);
  if (actions) query = query.where('action', 'in', actions);
  const rows = await query.orderBy('revision', 'desc').limit(limit).execute();
  return rows.map(({ at, ...change }) => ({ ...change, at: at.toISOString() }));
};

/** A version to publish. */
type NewVersion = Pick<Row<'release_versions'>, 'name' | 'version' | 'content' | 'bytes'>;

type Action = Pick<ReleaseChange, 'action' | 'versions'> & { percent?: number | null };

const releaseWriter = (database: Database, revision: number) => {
  /** Adds a change to the history. */
  const record = async (
    name: string,
    { percent = null, ...change }: Action,
    { who, why, now }: ChangeAuthor,
  ): Promise<void> => {
    await database
      .insertInto('release_changes')
      .values({ ...change, percent, name, revision, at: now, who, why: why || null })
      .execute();
  };

  return {
    database,

    /** The releases as they are in the transaction. */
    read: () => readReleases(database),

    /** Adds a version, and its release if it is the first one. */
    addVersion: async ({ name, version, content, bytes }: NewVersion, by: ChangeAuthor): Promise<void> => {
      await database
        .insertInto('releases')
        .values({ name, created_at: by.now })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await database
        .insertInto('release_versions')
        .values({
          name,
          version,
          content: JSON.stringify(content),
          bytes,
          published_at: by.now,
          published_by: by.who,
        })
        .execute();
      await record(name, { action: 'publish', versions: [version] }, by);
    },

    /** Removes versions that customers cannot get. */
    removeVersions: async (
      { name, lives }: Pick<Release, 'name' | 'lives'>,
      versions: readonly string[],
      by: ChangeAuthor,
    ): Promise<void> => {
      await database
        .deleteFrom('release_versions')
        .where('name', '=', name)
        .where('version', 'in', versions)
        .execute();
      // Without equal neighbors, so that no version rolls back to itself.
      const rest = lives
        .filter((version) => !versions.includes(version))
        .filter((version, place, all) => version !== all[place - 1]);
      await database.updateTable('releases').set({ lives: rest }).where('name', '=', name).execute();
      await record(name, { action: 'prune', versions: [...versions] }, by);
    },

    /** Changes which versions visitors get: a new period begins. */
    serve: async (
      name: string,
      served: Partial<Pick<Row<'releases'>, 'lives' | 'canary' | 'canary_percent' | 'trial_since'>>,
      change: Action,
      by: ChangeAuthor,
    ): Promise<void> => {
      // A tab that was opened while a version was served requests more of its files later: `prune` counts from then.
      await database
        .updateTable('release_versions as v')
        .from('releases as r')
        .set({ served_at: by.now })
        .where('r.name', '=', name)
        .whereRef('v.name', '=', 'r.name')
        .where(isServed)
        .execute();
      await database
        .updateTable('releases')
        .set((row) => ({ ...served, period: row('period', '+', 1) }))
        .where('name', '=', name)
        .execute();
      await record(name, change, by);
    },

    /** Lets a release have these routes, without those that belong to another. Routes that it gives up are free again. */
    claimRoutes: async (name: string, routes: readonly string[], now: Date): Promise<void> => {
      await sql`delete from release_claims
      where kind = 'route' and name = ${name} and claim <> all(${routes}::text[])`.execute(database);
      await sql`insert into release_claims (kind, claim, name, claimed_at)
      select 'route', claim, ${name}, ${now} from unnest(${routes}::text[]) as claim
      on conflict do nothing`.execute(database);
    },

    /** Lets a release have the global of its container, unless another has it. @returns the owner */
    claimContainer: async (name: string, container: string, now: Date): Promise<string> => {
      const claim = await database
        .insertInto('release_claims')
        .values({ kind: 'container', claim: container, name, claimed_at: now })
        .onConflict((conflict) =>
          conflict
            .columns(['kind', 'claim'])
            .doUpdateSet((row) => ({ name: row.ref('release_claims.name') })),
        )
        .returning('name')
        .executeTakeFirstOrThrow();
      return claim.name;
    },
  };
};

/** What a change of releases writes, in its transaction. */
export type ReleaseWriter = ReturnType<typeof releaseWriter>;

/**
 * Changes releases in one transaction. Changes take turns, in all replicas, so that each is checked against the state
 * that it changes. A rehearsal does the same, and keeps nothing.
 */
export const changeReleases = async <Result>(
  database: Database,
  isRehearsal: boolean | undefined,
  work: (writer: ReleaseWriter) => Promise<Result>,
): Promise<Result> => {
  const transaction = await database.startTransaction().execute();
  try {
    const { revision } = await transaction
      .insertInto('release_revision')
      .values({ revision: 1 })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((row) => ({ revision: row('release_revision.revision', '+', 1) })),
      )
      .returning('revision')
      .executeTakeFirstOrThrow();
    const result = await work(releaseWriter(transaction, revision));
    await (isRehearsal ? transaction.rollback() : transaction.commit()).execute();
    return result;
  } catch (error) {
    if (!transaction.isCommitted && !transaction.isRolledBack) await transaction.rollback().execute();
    throw error;
  }
};
