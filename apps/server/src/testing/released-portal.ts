import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../app';
import { readConfig } from '../variables';
import { deriveKeys } from '../platform/crypto/keys';
import type * as LiveReleases from '../portal/releases/live-releases';
import { grantPreview } from '../portal/releases/previews';
import type { Release } from '../portal/releases/release';
import { createBrowser } from './browser';
import { putRelease } from './releases';
import { openTestDatabase } from './test-database';

// The patience is in real time: on a busy machine it would end before the releases are read.
jest.mock('../portal/releases/live-releases', () => {
  const actual = jest.requireActual<typeof LiveReleases>('../portal/releases/live-releases');
  const patienceMs = { next: 60_000, first: 60_000 };
  const liveReleases: typeof actual.liveReleases = (sources) =>
    actual.liveReleases({ patienceMs, ...sources });
  return { ...actual, liveReleases };
});

const HOUR_MS = 60 * 60 * 1000;

/**
 * The real app with releases of its own, in front of an API_UPSTREAM at which nothing listens. The app looks for changed
 * releases again when a test moves `clock`.
 * @param env overrides of the silent defaults
 */
export const startReleasedPortal = async (env: Record<string, string> = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-released-'));
  const variables = {
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'http://portal.test',
    TRUST_PROXY: 'loopback',
    DATA_DIR: dataDir,
    API_UPSTREAM: 'http://127.0.0.1:9',
    ...env,
  };
  const config = readConfig(variables, '/');
  const { database, close } = await openTestDatabase();
  const clock = { now: 0 };
  const keys = deriveKeys(randomBytes(32));
  const app = buildApp({ config, database, keys, now: () => clock.now });
  await app.ready();

  return {
    app,
    config,
    database,
    /** The clock of the releases, in milliseconds. */
    clock,
    /** Stores a release, in place of the one before. */
    release: (release: Release) => putRelease(database, config.releasesUrl, release),
    /** The query of a page that previews a version. */
    preview: (name: string, version: string) =>
      `?preview=${grantPreview([{ name, version }], new Date(Date.now() + HOUR_MS), keys.previews)}`,
    newBrowser: (ip?: string) => createBrowser(app, ip),
    /** A browser or a program at OPERATIONS_PORT. */
    newOperator: (ip?: string) => createBrowser(app.operations ?? app, ip),
    close: async () => {
      await app.close();
      await close();
      await rm(dataDir, { recursive: true });
    },
  };
};

export type ReleasedPortal = Awaited<ReturnType<typeof startReleasedPortal>>;
