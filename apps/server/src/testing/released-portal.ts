import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReleaseDocument } from '@portal/contract';
import type { Trust } from '@portal/releases';
import { buildApp } from '../start/app';
import { readConfig } from '../config/config';
import { deriveKeys } from '../config/keys';
import type * as LiveDocuments from '../releases/live-documents';
import { createBrowser } from './browser';
import { putRelease } from './releases';

// The timeouts use real time: on a busy machine they would end before the documents are read.
jest.mock('../releases/live-documents', () => {
  const { liveDocuments } = jest.requireActual<typeof LiveDocuments>('../releases/live-documents');
  const timeoutsMs = { next: 60_000, first: 60_000 };
  return {
    liveDocuments: (options: Parameters<typeof liveDocuments>[0]) =>
      liveDocuments({ ...options, timeoutsMs }),
  };
});

/**
 * The real app with its own release directory, without a database. The app reads documents again when a test moves
 * `clock`.
 * @param env overrides of the silent defaults; nothing listens at their API_UPSTREAM
 * @param trust whose release documents the app trusts
 */
export const startReleasedPortal = async (env: Record<string, string> = {}, trust: Trust = {}) => {
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
  const upstream = new URL(variables.API_UPSTREAM);
  const clock = { now: 0 };
  const keys = deriveKeys(randomBytes(32));
  const app = buildApp({ config, upstream, keys, trust, now: () => clock.now });
  await app.ready();

  return {
    app,
    config,
    /** The clock of the releases, in milliseconds. */
    clock,
    /** Writes a release document; `by` says who signs it. */
    release: (document: ReleaseDocument, by?: Trust) => putRelease(config.releasesUrl, document, by),
    newBrowser: (ip?: string) => createBrowser(app, ip),
    /** A browser or a program at OPERATIONS_PORT. */
    newOperator: (ip?: string) => createBrowser(app.operations ?? app, ip),
    close: async () => {
      await app.close();
      await rm(dataDir, { recursive: true });
    },
  };
};

export type ReleasedPortal = Awaited<ReturnType<typeof startReleasedPortal>>;
