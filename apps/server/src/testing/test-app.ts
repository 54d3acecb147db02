import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { buildApp } from '../app';
import { readConfig } from '../variables';
import { openOrderSources } from '../parts';
import { createDispatcher } from '../messages/dispatcher';
import { deriveKeys } from '../platform/crypto/keys';
import type { RemoteChoices } from '../platform/config/remote-choices';
import { auditLines } from './audit-lines';
import { createBrowser } from './browser';
import { openInbox } from './inbox';
import { emptyTables, openTestDatabase, passTime } from './test-database';

/**
 * The real app on its own real database. Messages are sent when a test calls `deliver`.
 * @param env overrides of the silent defaults
 * @param keys those of the server
 * @param choices the operator's for each remote
 */
export const startTestApp = async (
  env: Record<string, string> = {},
  keys = deriveKeys(randomBytes(32)),
  choices: RemoteChoices = {},
) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-test-'));
  const config = readConfig(
    {
      LOG_LEVEL: 'silent',
      PUBLIC_URL: 'http://portal.test',
      DATA_DIR: dataDir,
      TRUST_PROXY: 'loopback',
      AUDIT_LOG: join(dataDir, 'audit.log'),
      ...env,
    },
    '/',
  );
  const { database, pool, close } = await openTestDatabase();
  const app = buildApp({
    config,
    database,
    pool,
    keys,
    choices,
    orderSources: await openOrderSources(config),
  });
  await app.ready();
  const printed: string[] = [];
  const wallClock = { now: new Date() };
  const delivery = createDispatcher({
    config,
    database,
    keys,
    log: app.log,
    print: (text) => printed.push(text),
    now: () => wallClock.now,
  });

  const inbox = openInbox(join(dataDir, 'outbox'));
  const auditLog = config.auditLog ?? '';

  return {
    app,
    config,
    database,
    keys,
    /** The output on the terminal. */
    printed,
    /** The time of the day, for quiet hours. */
    wallClock,
    deliver: delivery.dispatchDue,
    inbox,
    /** Delivers messages, and reads the code in the newest one to an address; undefined when there is none. */
    codeFor: async (address: string) => {
      await delivery.dispatchDue();
      return inbox.codeFor(address);
    },
    /** The lines of the audit log with these fields, once there are so many. */
    auditLines: (fields: Record<string, unknown>, count?: number) => auditLines(auditLog, fields, count),
    newBrowser: (ip?: string) => createBrowser(app, ip),
    /** A browser or a program at OPERATIONS_PORT. */
    newOperator: (ip?: string) => createBrowser(app.operations ?? app, ip),
    /** A browser that has opened the portal. */
    openBrowser: async (ip?: string) => {
      const browser = createBrowser(app, ip);
      await browser.open();
      return browser;
    },
    /** @returns the new customer's id */
    addCustomer: async (contact: { email?: string; phone?: string }) =>
      (await database.insertInto('customers').values(contact).returning('id').executeTakeFirstOrThrow()).id,
    empty: async () => {
      await emptyTables(database);
      await rm(auditLog, { force: true });
    },
    passTime: (span: Parameters<typeof passTime>[1]) => passTime(database, span),
    close: async () => {
      await app.close();
      await close();
      await rm(dataDir, { recursive: true });
    },
  };
};

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;

/** The test app of a test file, with empty tables before each test. @param env overrides of the silent defaults */
export const useTestApp = (env?: Record<string, string>): TestApp => {
  const portal = {} as TestApp;
  beforeAll(async () => void Object.assign(portal, await startTestApp(env)));
  beforeEach(() => portal.empty());
  afterAll(() => portal.close());
  return portal;
};
