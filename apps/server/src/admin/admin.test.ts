import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { readConfig } from '../config';
import { emptyTables, openTestDatabase } from '../testing/test-database';
import { buildAdminApp } from './admin-app';
import { askPortal, importByPortal, PortalRefusedError } from './admin-client';
import { runInPortalOrHere, hasDatabase } from './run-in-portal-or-here';
import { adminAddress, listenToCommands } from './admin-socket';

let opened: Awaited<ReturnType<typeof openTestDatabase>>;
let dataDir: string;
let address: string;
let admin: FastifyInstance;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await emptyTables(opened.database);
  dataDir = await mkdtemp(join(tmpdir(), 'portal-'));
  address = join(dataDir, 'admin.sock');
  admin = buildAdminApp(opened.database, readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }, '/'));
});
afterEach(async () => {
  await admin.close();
  await rm(dataDir, { recursive: true });
});

const customers = () => opened.database.selectFrom('customers').select('email').execute();

test('a running portal imports the file of the import command', async () => {
  await listenToCommands(admin, address);
  const report = await importByPortal(address, '[{ "email": "ann@example.com" }]', false);
  expect(report).toMatchObject({ outcome: 'loaded', customers: { new: 1 } });
  expect(await customers()).toEqual([{ email: 'ann@example.com' }]);
});

test('a dry run and invalid rows change nothing', async () => {
  await listenToCommands(admin, address);
  expect(await importByPortal(address, '[{ "email": "ann@example.com" }]', true)).toMatchObject({
    outcome: 'checked',
  });
  expect(await importByPortal(address, '[{ "email": 1 }]', false)).toMatchObject({ outcome: 'refused' });
  expect(await importByPortal(address, '', false)).toMatchObject({ outcome: 'refused' });
  expect(await customers()).toEqual([]);
});

test('accepts a file larger than the 1 MiB body limit for browsers', async () => {
  await listenToCommands(admin, address);
  const file = JSON.stringify([
    {
      email: 'ann@example.com',
      orders: [{ ServiceOrderNbr: '1', events: [{ body: 'a'.repeat(1024 * 1024) }] }],
    },
  ]);
  expect(await importByPortal(address, file, true)).toMatchObject({ outcome: 'checked' });
});

test('a running portal executes operator commands, and rejects those that it does not know', async () => {
  await listenToCommands(admin, address);
  await importByPortal(address, '[{ "email": "ann@example.com" }]', false);
  const contact = { channel: 'email', address: 'ann@example.com' };
  expect(await askPortal(address, '/customer/show', JSON.stringify({ contact }))).toMatchObject({
    email: 'a•••@example.com',
  });
  expect(await askPortal(address, '/database/state', '{}')).toMatchObject({ pending: [], newer: [] });
  await expect(askPortal(address, '/customer/forget', '{}')).rejects.toThrow(
    /answered 404.* If it is of another version, restart it/,
  );
  await expect(askPortal(address, '/customer/show', '{}')).rejects.toThrow(PortalRefusedError);
});

test('a command runs in its own process when no portal is running or the database is PostgreSQL', async () => {
  const config = readConfig({ DATA_DIR: dataDir }, '/');
  const { database } = opened;
  const execution = {
    ask: (at: string) => askPortal(at, '/outbox/list', '{}'),
    work: async () => 'here',
    open: async () => ({ database, close: async () => {} }),
  };
  expect(await hasDatabase(config)).toBe(false);
  expect(await runInPortalOrHere<unknown>(config, execution)).toBe('here');
  await listenToCommands(admin, address);
  expect(await runInPortalOrHere<unknown>(config, execution)).toEqual({ depth: [], dead: [] });
  expect(
    await runInPortalOrHere<unknown>({ ...config, databaseUrl: 'postgres://db/portal' }, execution),
  ).toBe('here');
});

test('only the owner can access the socket', async () => {
  await listenToCommands(admin, address);
  expect((await stat(address)).mode & 0o777).toBe(0o600);
});

test('replaces the socket of a killed portal', async () => {
  await writeFile(address, '');
  await listenToCommands(admin, address);
  expect(await importByPortal(address, '[]', false)).toMatchObject({ outcome: 'loaded' });
});

test('reports that the portal failed to import', async () => {
  admin.addHook('onRequest', async () => {
    throw new Error('out of order');
  });
  await listenToCommands(admin, address);
  await expect(importByPortal(address, '[]', false)).rejects.toThrow(PortalRefusedError);
});

test('without a running portal, the connection fails with ENOENT', async () => {
  await expect(importByPortal(address, '[]', false)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('the socket is in the data directory, unless its path would be too long', () => {
  expect(adminAddress('/srv/portal', 'linux')).toBe('/srv/portal/admin.sock');
  expect(adminAddress(`/srv/${'long'.repeat(25)}`, 'linux')).toBeUndefined();
});

test('uses a named pipe for each directory on Windows', () => {
  const pipes = ['C:\\one', 'C:\\two'].map((directory) => adminAddress(directory, 'win32'));
  expect(pipes[0]).toMatch(/^\\\\\.\\pipe\\portal-[0-9a-f]{16}$/);
  expect(new Set(pipes).size).toBe(2);
});
