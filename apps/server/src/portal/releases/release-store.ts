import type { PublishedVersion, ReleaseChange, Verification } from '@portal/contract';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database } from '../../platform/database/connect';
import type { Release } from './release';

/** Whether customers can get a version `v` of a release `r`: live, previous, and canary. */
export const isServed = sql<boolean>`(v.version = r.canary or v.version = any(r.lives[cardinality(r.lives) - 1:])) is true`;

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
