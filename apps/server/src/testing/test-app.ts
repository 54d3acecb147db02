import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReleaseDocument } from '@portal/contract';
import type { Trust } from '@portal/releases';
import { buildApp } from '../app';
import { readConfig } from '../config';
import { createDelivery } from '../delivery/delivery';
import { deriveKeys } from '../keys';
import { createBrowser } from './browser';
import { openInbox } from './inbox';
import { putRelease } from './releases';
import { emptyTables, openTestDatabase, passTime } from './test-database';

/**
 * The real app on a real database of its own. Messages leave when a test says `deliver`, and release documents are
 * read anew when it moves `clock`.
 * @param env variables that differ from a silent default
 * @param trust whose release documents the app believes
 */
export const startTestApp = async (env: Record<string, string> = {}, trust: Trust = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-test-'));
  const config = readConfig(
    {
      LOG_LEVEL: 'silent',
      PUBLIC_URL: 'http://portal.test',
      DATA_DIR: dataDir,
      TRUST_PROXY: 'loopback',
      ...env,
    },
    '/',
  );
  const { database, close } = await openTestDatabase();
  const keys = deriveKeys(randomBytes(32));
  const clock = { now: 0 };
  const app = buildApp({ config, database, keys, trust, now: () => clock.now });
  await app.ready();
  const printed: string[] = [];
  const delivery = createDelivery({
    config,
    database,
    keys,
    log: app.log,
    print: (text) => printed.push(text),
  });

  return {
    app,
    config,
    database,
    /** The clock that releases go by, in milliseconds. */
    clock,
    /** Writes a release document; whoever may sign it is said by `by`. */
    release: (document: ReleaseDocument, by?: Trust) => putRelease(config.releasesUrl, document, by),
    /** What the terminal showed. */
    printed,
    deliver: delivery.dispatchDue,
    inbox: openInbox(join(dataDir, 'outbox')),
    newBrowser: (ip?: string) => createBrowser(app, ip),
    /** @returns the new customer's id */
    addCustomer: async (contact: { email?: string; phone?: string }) =>
      (await database.insertInto('customers').values(contact).returning('id').executeTakeFirstOrThrow()).id,
    empty: () => emptyTables(database),
    passTime: (span: Parameters<typeof passTime>[1]) => passTime(database, span),
    close: async () => {
      await app.close();
      await close();
      await rm(dataDir, { recursive: true });
    },
  };
};

/** What `startTestApp` gives. */
export type TestApp = Awaited<ReturnType<typeof startTestApp>>;
