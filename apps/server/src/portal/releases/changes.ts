import type { PublishedVersion, Verification } from '@portal/contract';
import {
  ReleaseError,
  routeClaim,
  SHELL,
  type ChangeOutcome,
  type Pruned,
  type RouteOwners,
} from '@portal/releases';
import type { Database } from '../../platform/database/connect';
import type { Bucket } from './bucket';
import { changeReleases, claimRoutes, removeVersions, serve, type Change } from './change-store';
import { findConflicts, refuseConflicts } from './conflicts';
import { isFailing, readHealth } from './health-store';
import { findRelease, requireRelease, routesOf, type ChangeAuthor, type Release } from './release';
import {
  listVersions,
  readChanges,
  readReleases,
  readUnused,
  readVersion,
  storeVerification,
} from './release-store';
import { changeFiles, deleteFiles, storedVersions } from './version-files';

/** What changes of releases work on. */
export interface ReleaseContext {
  database: Database;
  bucket: Bucket;
  /** The routes that the operator has given to remotes. */
  owners: RouteOwners;
}

/** The release to change. */
export interface Target {
  name: string;
  /** Check and answer as if the change were made, and keep nothing. */
  dryRun?: boolean;
  /** Change nothing unless live version and canary are still those of this period. */
  period?: number;
}

/** The author of what the portal decides by itself. */
export const PORTAL = 'the portal';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The number of versions to which a rollback without `--to` can lead, one after the other. */
const MOST_LIVES = 20;

/** The number of versions in an error. */
const FEW = 5;

const NO_CANARY = { canary: null, canary_percent: null };

const NOTHING = { live: null, canary: null, previous: null };

const servedBy = ({ live, canary, previous }: Release) => ({ live, canary, previous });

/** What a change did. */
interface Done {
  changed: boolean;
  warnings?: readonly string[];
}

/** The result of a change, from the release before and now. */
export const outcomeOf = (
  name: string,
  before: Release | undefined,
  now: Release | undefined,
  { changed, warnings = [] }: Done,
): ChangeOutcome => ({
  name,
  before: before ? servedBy(before) : null,
  ...(now ? servedBy(now) : NOTHING),
  changed,
  warnings: [...warnings],
});

/** Changes which versions of a release visitors get. */
const changeServed = (
  { database }: ReleaseContext,
  { name, dryRun = false, period }: Target,
  by: ChangeAuthor,
  work: (change: Change, release: Release, releases: readonly Release[]) => Promise<Done>,
): Promise<ChangeOutcome> =>
  changeReleases(database, by, dryRun, async (change) => {
    const releases = await readReleases(change.database);
    const before = requireRelease(releases, name);
    if (period !== undefined && before.period !== period)
      return outcomeOf(name, before, before, { changed: false });
    const done = await work(change, before, releases);
    const after = requireRelease(await readReleases(change.database), name);
    await claimRoutes(change, name, routesOf(after).map(routeClaim));
    return outcomeOf(name, before, after, done);
  });

/** Finds a published version; an error lists the newest ones. @throws ReleaseError */
export const requirePublished = async (
  database: Database,
  name: string,
  version: string,
): Promise<PublishedVersion> => {
  const published = await readVersion(database, name, version);
  if (published) return published;
  const all = (await listVersions(database, name)).map((one) => one.version);
  const newest = [...all.slice(0, FEW), ...(all.length > FEW ? ['…'] : [])].join(', ');
  throw new ReleaseError(`${name} has no published version ${version}. Published: ${newest || 'none'}.`);
};

/** The stack of live versions under a new one: a live version that fails is nothing to go back to. */
const livesBelow = async (database: Database, { name, lives, live, period }: Release) => {
  const tally = live === null ? undefined : (await readHealth(database, name, period)).get(live);
  return tally && isFailing(tally) ? lives.slice(0, -1) : lives;
};

/** Makes a published version live. It ends a canary of the same version; another canary continues. */
export const promote = (
  context: ReleaseContext,
  { version, ...target }: Target & { version: string },
  by: ChangeAuthor,
): Promise<ChangeOutcome> =>
  changeServed(context, target, by, async (change, release, releases) => {
    const { name, live, canary } = release;
    const published = await requirePublished(change.database, release.name, version);
    const warnings = refuseConflicts({ ...published, name: release.name, version }, releases, context.owners);
    if (live === version) return { changed: false };
    const below = await livesBelow(change.database, release);
    // Without equal neighbors, so that no version rolls back to itself.
    const rest = below.at(-1) === version ? below.slice(0, -1) : below;
    const served = {
      lives: [...rest, version].slice(-MOST_LIVES),
      trial_since: by.now,
      ...(canary?.version === version && NO_CANARY),
    };
    await serve(change, name, served, { action: 'promote', versions: [version] });
    return { changed: true, warnings };
  });

/**
 * Gives a share of the visitors another version than the live one. Every call restarts the canary, without the reports
 * of browsers so far.
 */
export const startCanary = (
  context: ReleaseContext,
  { version, percent, ...target }: Target & { version: string; percent: number },
  by: ChangeAuthor,
): Promise<ChangeOutcome> =>
  changeServed(context, target, by, async (change, release, releases) => {
    const { name, live } = release;
    const published = await requirePublished(change.database, release.name, version);
    const warnings = refuseConflicts({ ...published, name: release.name, version }, releases, context.owners);
    if (live === null)
      throw new ReleaseError(
        `${name} has no live version for the other visitors. Promote one first: pnpm portal promote ${name}@${version}`,
      );
    if (live === version)
      throw new ReleaseError(`${name}@${version} is already live. A canary must be another version.`);
    const served = { canary: version, canary_percent: percent };
    await serve(change, name, served, { action: 'canary', versions: [version], percent });
    return { changed: true, warnings };
  });

/** Ends a canary: its visitors get the live version again. Does nothing without a canary. */
export const stopCanary = (
  context: ReleaseContext,
  target: Target,
  by: ChangeAuthor,
): Promise<ChangeOutcome> =>
  changeServed(context, target, by, async (change, { name, canary }) => {
    if (canary === null) return { changed: false };
    await serve(change, name, NO_CANARY, { action: 'canary', versions: [canary.version] });
    return { changed: true };
  });

/** The version that a rollback leads to. @throws ReleaseError if there is none */
const rollbackTo = ({ name, live, previous }: Release, to: string | undefined): string => {
  const version = to ?? previous;
  if (version !== null) return version;
  throw new ReleaseError(
    live === null
      ? `${name} has no live version to roll back.`
      : `${name} has nothing to roll back to: no version was live before ${live}. Name one: pnpm portal rollback ${name} --to VERSION, or take it down: pnpm portal take-down ${name}`,
  );
};

/** Pops the stack down to the version; a version that is not on it replaces the top. */
const backTo = (lives: readonly string[], version: string): string[] => {
  const place = lives.lastIndexOf(version);
  return place < 0 ? [...lives.slice(0, -1), version] : lives.slice(0, place + 1);
};

/** Whether the portal has taken back the last promotion by itself. */
const hasRolledBack = async (database: Database, name: string): Promise<boolean> => {
  const [last] = await readChanges(database, name, { limit: 1, actions: ['promote', 'rollback'] });
  return last?.action === 'rollback' && last.who === PORTAL;
};

/**
 * Makes a version live again (default: the one before), and ends a canary. Two rollbacks go two steps back, never
 * forward. Conflicts with other releases become warnings.
 */
export const rollback = (
  context: ReleaseContext,
  { to, ...target }: Target & { to?: string | undefined },
  by: ChangeAuthor,
): Promise<ChangeOutcome> =>
  changeServed(context, target, by, async (change, release, releases) => {
    const { name, lives, live } = release;
    // Somebody who hears of the failures must not go back a second step.
    if (to === undefined && (await hasRolledBack(change.database, name))) return { changed: false };
    const version = rollbackTo(release, to);
    const published = await requirePublished(change.database, name, version);
    if (live === version) return { changed: false };
    const served = { lives: backTo(lives, version), trial_since: null, ...NO_CANARY };
    await serve(change, name, served, { action: 'rollback', versions: [version] });
    const restored = { ...published, name, version };
    const { conflicts, warnings } = findConflicts(restored, releases, context.owners);
    const found = conflicts.map((conflict) => `${name}@${version} is live, but ${conflict}`);
    return { changed: true, warnings: [...found, ...warnings] };
  });

/** Lets nobody get a remote any more, and frees its routes. Its versions and history stay. */
export const takeDown = (context: ReleaseContext, target: Target, by: ChangeAuthor): Promise<ChangeOutcome> =>
  changeServed(context, target, by, async (change, { name, live }) => {
    if (name === SHELL)
      throw new ReleaseError('Every page needs the shell. To replace it, promote another version.');
    if (live === null) return { changed: false };
    const served = { lives: [], trial_since: null, ...NO_CANARY };
    await serve(change, name, served, { action: 'take-down', versions: [live] });
    return { changed: true };
  });

/** Keeps the result of a verification with its version. */
export const keepVerification = async (
  { database }: ReleaseContext,
  { name, version, verification }: { name: string; version: string; verification: Verification },
): Promise<void> => {
  await requirePublished(database, name, version);
  await storeVerification(database, name, version, verification);
};

/** Removes versions that nobody has used for some days. @returns them */
const removeUnused = (
  { database }: ReleaseContext,
  { name, dryRun = false }: Target,
  before: Date,
  by: ChangeAuthor,
): Promise<string[]> =>
  changeReleases(database, by, dryRun, async (change) => {
    const release = findRelease(await readReleases(change.database), name);
    const versions = release ? await readUnused(change.database, name, before) : [];
    if (release && versions.length > 0) await removeVersions(change, release, versions);
    return versions;
  });

/**
 * Removes versions older than some days, first from the database, then their files; the history keeps their names. Live,
 * canary and previous stay. Files that an interrupted publication or removal left go too.
 */
export const prune = (
  context: ReleaseContext,
  { olderThan, ...target }: Target & { olderThan: number },
  by: ChangeAuthor,
): Promise<Pruned> =>
  changeFiles(target.name, async () => {
    const { name, dryRun } = target;
    const before = new Date(by.now.getTime() - olderThan * DAY_MS);
    const stored = await storedVersions(context.bucket, name);
    if (stored.length === 0) requireRelease(await readReleases(context.database), name);
    const versions = await removeUnused(context, target, before, by);
    const known = (await listVersions(context.database, name)).map(({ version }) => version);
    // Another replica may be in the middle of a younger upload.
    const latest = new Date(Math.min(before.getTime(), by.now.getTime() - DAY_MS));
    const abandoned = stored.filter(
      ({ version, storedAt }) => ![...known, ...versions].includes(version) && storedAt < latest,
    );
    const removed = stored.filter(({ version }) => versions.includes(version));
    if (!dryRun) for (const one of [...removed, ...abandoned]) await deleteFiles(context.bucket, one);
    return { name, versions, abandoned: abandoned.map(({ version }) => version) };
  });
