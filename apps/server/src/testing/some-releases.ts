import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Descriptor } from '@portal/contract';
import type { RouteOwners } from '@portal/releases';
import { buildNamed, emptyDirectory, REMOTE_BUILD, writeBuild } from '@portal/releases/testing';
import type { Database } from '../platform/database/connect';
import { openBucketAt } from '../portal/releases/bucket';
import {
  promote,
  prune,
  rollback,
  startCanary,
  stopCanary,
  takeDown,
  type ReleaseContext,
} from '../portal/releases/changes';
import { publish, type Publication } from '../portal/releases/publish';
import { findRelease } from '../portal/releases/release';
import { readChanges, readReleases } from '../portal/releases/release-store';
import { emptyTables, openTestDatabase } from './test-database';

/** A correct descriptor. */
export const descriptorOf = (name: string, changes: Partial<Descriptor> = {}): Descriptor => ({
  name,
  title: 'A remote',
  access: 'customer',
  routes: [`/${name}`],
  navigation: [],
  requires: { shell: '^1.0.0' },
  ...changes,
});

const SHELL_BUILD = {
  'shell.js': 'const shell = 1;',
  'build.json': JSON.stringify({ entry: 'shell.js', preload: [] }),
};

/** The files of a build, which differ by version. */
const buildOf = (name: string, version: string | undefined) =>
  name === 'shell'
    ? SHELL_BUILD
    : {
        ...REMOTE_BUILD,
        'remote.js': `const screens = '${version}';`,
        'build.json': buildNamed(`portal_${name}`),
      };

/** Releases on a database, with files in a directory, and a clock that advances by a minute with each change. */
const releasesOn = (database: Database, root: string, owners: RouteOwners) => {
  const context: ReleaseContext = { database, bucket: openBucketAt(pathToFileURL(root)), owners };
  const start = Date.parse('2026-03-01T00:00:00Z');
  let minutes = 0;
  const by = (who = 'ann') => ({ who, now: new Date(start + 60_000 * ++minutes) });
  const target = (name: string) => ({ name, dryRun: false });

  /** Publishes a build with some parameters. */
  const publishBuild = (directory: string, given: Partial<Publication> = {}) =>
    publish(
      context,
      {
        ...target('orders'),
        baseVersion: '1.0.0',
        directory,
        descriptor: descriptorOf('orders'),
        ...given,
      },
      by(),
    );

  /** Without a version, the content names it. */
  const publishVersion = async (name: string, version?: string, changes: Partial<Descriptor> = {}) =>
    publishBuild(await writeBuild(buildOf(name, version)), {
      name,
      version,
      descriptor: name === 'shell' ? undefined : descriptorOf(name, changes),
    });

  const promoteVersion = (name: string, version: string) =>
    promote(context, { ...target(name), version }, by());

  return {
    context,
    root,
    by,
    /** Lets days pass. */
    wait: (days: number) => void (minutes += days * 24 * 60),
    publishBuild,
    publishVersion,
    promoteVersion,
    /** Publishes a version and makes it live. */
    release: async (name: string, version: string, changes?: Partial<Descriptor>) => {
      await publishVersion(name, version, changes);
      await promoteVersion(name, version);
    },
    rollback: (name: string, to?: string) => rollback(context, { ...target(name), to }, by()),
    canaryOf: (name: string, version: string, percent: number) =>
      startCanary(context, { ...target(name), version, percent }, by()),
    stopCanary: (name: string) => stopCanary(context, target(name), by()),
    takeDown: (name: string) => takeDown(context, target(name), by()),
    prune: (name: string, olderThan = 30) => prune(context, { ...target(name), olderThan }, by()),
    /** Which versions visitors get; undefined if nothing is published. */
    stateOf: async (name: string) => {
      const release = findRelease(await readReleases(database), name);
      return release && { live: release.live, canary: release.canary, previous: release.previous };
    },
    /** The changes, oldest first. */
    historyOf: async (name: string) =>
      (await readChanges(database, name, { limit: 1000 }))
        .map(({ action, versions }) => `${action} ${versions.join(' ')}`)
        .reverse(),
    /** The path of a stored file. */
    fileOf: (name: string, version: string, file: string) => join(root, name, version, file),
  };
};

export type SomeReleases = ReturnType<typeof releasesOn> & {
  /** The same releases in another replica. */
  other: ReturnType<typeof releasesOn>;
};

/** The releases of a test file: none before each test. @param owners the routes that the operator has given to remotes */
export const useReleases = (owners: RouteOwners = new Map()): SomeReleases => {
  const releases = {} as SomeReleases;
  let opened: Awaited<ReturnType<typeof openTestDatabase>>;
  beforeAll(async () => void (opened = await openTestDatabase()));
  beforeEach(async () => {
    await emptyTables(opened.database);
    const root = await emptyDirectory();
    const other = releasesOn(opened.other, root, owners);
    Object.assign(releases, releasesOn(opened.database, root, owners), { other });
  });
  afterAll(() => opened.close());
  return releases;
};
