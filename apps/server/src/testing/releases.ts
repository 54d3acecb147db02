import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Descriptor, PublishedVersion } from '@portal/contract';
import { integrityOf } from '@portal/releases';
import { openDatabase, type Database } from '../platform/database/connect';
import { openBucketAt } from '../portal/releases/bucket';
import type { Release } from '../portal/releases/release';
import { descriptorOf } from './some-releases';
import { addVersion, changeReleases, claimRoutes, serve } from '../portal/releases/change-store';

/** The content of each file of these releases. */
export const CONTENT = 'const part = 1;';

/** The integrity of each of them. */
export const INTEGRITY = integrityOf(Buffer.from(CONTENT));

const integrity = (...files: readonly string[]) => Object.fromEntries(files.map((file) => [file, INTEGRITY]));

/** What a test says about a release. */
type Change = Partial<Omit<Release, 'name' | 'lives'>>;

const release = (name: string, versions: Release['versions'], change: Change): Release => {
  const { live = '1.0.0', previous = null } = change;
  return {
    name,
    live,
    previous,
    canary: null,
    promotedAt: null,
    period: 1,
    routes: [],
    versions,
    ...change,
    lives: [previous, live].filter((version) => version !== null),
  };
};

const allVersions = (published: PublishedVersion) =>
  Object.fromEntries(['0.9.0', '1.0.0', '1.1.0', '2.0.0'].map((version) => [version, published]));

const publishedShell: PublishedVersion = {
  entry: 'shell.js',
  format: 'script',
  preload: [],
  styles: [],
  integrity: integrity('shell.js'),
};

const publishedRemote = (name: string, access: Descriptor['access']): PublishedVersion => ({
  entry: 'remoteEntry.js',
  globalName: `portal_${name}`,
  format: 'script',
  preload: ['screens.js'],
  styles: [],
  descriptor: descriptorOf(name, { title: name, access }),
  integrity: integrity('remoteEntry.js', 'screens.js'),
});

/** A shell: 1.0.0 is live; 0.9.0, 1.1.0 and 2.0.0 are published too. */
export const shellRelease = (change: Change = {}): Release =>
  release('shell', allVersions(publishedShell), change);

/** A remote with one route, which has the remote's name: 1.0.0 is live; 0.9.0, 1.1.0 and 2.0.0 are published too. */
export const remoteRelease = (
  name: string,
  change: Change = {},
  access: Descriptor['access'] = 'customer',
): Release => release(name, allVersions(publishedRemote(name, access)), change);

/** The release with a version published in another way. */
export const withPublished = (
  release: Release,
  version: string,
  change: Partial<PublishedVersion>,
): Release => {
  const published = release.versions[version] ?? publishedShell;
  return { ...release, versions: { ...release.versions, [version]: { ...published, ...change } } };
};

/** Stores a release, in place of the one before, and the files that it names. */
export const putRelease = async (database: Database, releasesUrl: URL, release: Release): Promise<void> => {
  const { name, live, lives, canary, promotedAt, routes, versions } = release;
  const bucket = openBucketAt(releasesUrl);
  for (const [version, { integrity }] of Object.entries(versions))
    for (const file of Object.keys(integrity))
      await bucket.put(`${name}/${version}/${file}`, Buffer.from(CONTENT));

  const by = { who: 'ann', now: new Date(promotedAt ?? '2026-03-04T12:00:00.000Z') };
  // A change each, as the history numbers them.
  await database.deleteFrom('releases').where('name', '=', name).execute();
  for (const [version, content] of Object.entries(versions))
    await changeReleases(database, by, false, (change) =>
      addVersion(change, { name, version, content, bytes: 1 }),
    );
  await changeReleases(database, by, false, async (change) => {
    const served = {
      lives: [...lives],
      canary: canary?.version ?? null,
      canary_percent: canary?.percent ?? null,
      trial_since: promotedAt === null ? null : new Date(promotedAt),
    };
    await serve(change, name, served, { action: 'promote', versions: [live ?? ''] });
    await claimRoutes(
      change,
      name,
      routes.map(({ route }) => route),
    );
  });
};

/** Stores releases where a process is about to start, which no process has open. */
export const putReleasesIn = async (
  { databaseUrl, dataDir, releasesUrl }: { databaseUrl?: string; dataDir: string; releasesUrl?: URL },
  ...releases: readonly Release[]
): Promise<void> => {
  const { database, close } = await openDatabase({ databaseUrl, dataDir, isPatient: true });
  const url = releasesUrl ?? pathToFileURL(join(dataDir, 'releases'));
  for (const release of releases) await putRelease(database, url, release);
  await close();
};
