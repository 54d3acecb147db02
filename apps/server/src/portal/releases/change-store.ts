import type { ReleaseChange } from '@portal/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect';
import type { Row } from '../../platform/database/schema';
import type { ChangeAuthor, Release } from './release';
import { isServed } from './release-store';

/** A change of releases under way: its transaction, its number among all changes, and its author. */
export interface Change {
  database: Database;
  revision: number;
  by: ChangeAuthor;
}

/**
 * Changes releases in one transaction. Changes take turns, in all replicas, so that each is checked against the state
 * that it changes. A rehearsal does the same, and keeps nothing.
 */
export const changeReleases = async <Result>(
  database: Database,
  by: ChangeAuthor,
  isRehearsal: boolean,
  work: (change: Change) => Promise<Result>,
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
    const result = await work({ database: transaction, revision, by });
    await (isRehearsal ? transaction.rollback() : transaction.commit()).execute();
    return result;
  } catch (error) {
    if (!transaction.isCommitted && !transaction.isRolledBack) await transaction.rollback().execute();
    throw error;
  }
};

type Action = Pick<ReleaseChange, 'action' | 'versions'> & { percent?: number };

/** Adds a change to the history. */
const record = async ({ database, revision, by }: Change, name: string, action: Action): Promise<void> => {
  const { who, why, now } = by;
  await database
    .insertInto('release_changes')
    .values({ percent: null, ...action, name, revision, at: now, who, why: why || null })
    .execute();
};

/** A version to publish. */
type NewVersion = Pick<Row<'release_versions'>, 'name' | 'version' | 'content' | 'bytes'>;

/** Adds a version, and its release if it is the first one. */
export const addVersion = async (change: Change, { content, ...added }: NewVersion): Promise<void> => {
  const { database, by } = change;
  const { name, version } = added;
  await database
    .insertInto('releases')
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const published = { published_at: by.now, published_by: by.who };
  await database
    .insertInto('release_versions')
    .values({ ...added, ...published, content: JSON.stringify(content) })
    .execute();
  await record(change, name, { action: 'publish', versions: [version] });
};

/** Removes versions that customers cannot get. */
export const removeVersions = async (
  change: Change,
  { name, lives }: Release,
  versions: string[],
): Promise<void> => {
  const { database } = change;
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
  await record(change, name, { action: 'prune', versions });
};

/** What visitors get. */
type Served = Pick<Row<'releases'>, 'lives' | 'canary' | 'canary_percent' | 'trial_since'>;

/** Changes which versions visitors get: a new period begins. */
export const serve = async (
  change: Change,
  name: string,
  served: Partial<Served>,
  action: Action,
): Promise<void> => {
  const { database, by } = change;
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
  await record(change, name, action);
};

/** Lets a release have these routes, without those that belong to another. Routes that it gives up are free again. */
export const claimRoutes = async (
  { database, by }: Change,
  name: string,
  routes: string[],
): Promise<void> => {
  await sql`delete from release_claims
    where kind = 'route' and name = ${name} and claim <> all(${routes}::text[])`.execute(database);
  await sql`insert into release_claims (kind, claim, name, claimed_at)
    select 'route', claim, ${name}, ${by.now} from unnest(${routes}::text[]) as claim
    on conflict do nothing`.execute(database);
};

/** Lets a release have the global of its container, unless another has it. @returns the owner */
export const claimContainer = async (
  { database, by }: Change,
  name: string,
  container: string,
): Promise<string> => {
  const claim = await database
    .insertInto('release_claims')
    .values({ kind: 'container', claim: container, name, claimed_at: by.now })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'claim']).doUpdateSet((row) => ({ name: row.ref('release_claims.name') })),
    )
    .returning('name')
    .executeTakeFirstOrThrow();
  return claim.name;
};
