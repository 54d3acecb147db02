import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openReleases } from './open-releases';
import { prune } from './prune';
import { publish } from './publish';
import { emptyDirectory, REMOTE_BUILD, writeBuild } from './testing/build';
import { keepVerification, type Verification } from './verification';

const descriptor = {
  name: 'orders',
  title: 'Orders',
  access: 'customer' as const,
  routes: ['/service-orders'],
  navigation: [],
  requires: { shell: '^1.0.0' },
};

const verification: Verification = {
  at: '2026-03-04T12:00:00.000Z',
  passed: true,
  portal: 'https://portal.example',
  shell: '1.0.0',
  problems: [],
  warnings: [{ check: 'calls', route: '/service-orders', problem: 'GET /visits was answered with 404' }],
};

const start = async () => {
  const root = await emptyDirectory();
  const store = openReleases(pathToFileURL(root));
  const publishAs = async (version: string, day: string) =>
    publish(store, {
      name: 'orders',
      version,
      baseVersion: '1.0.0',
      directory: await writeBuild({ ...REMOTE_BUILD, 'remote.js': `const version = '${version}';` }),
      descriptor,
      by: { who: 'ann', now: new Date(day) },
    });
  await publishAs('1.0.0', '2026-03-04T12:00:00Z');
  return { root, store, publishAs };
};

it('stores the verification beside the version without changing the release', async () => {
  const { root, store } = await start();
  const before = await readFile(join(root, 'orders/release.json'), 'utf8');
  await keepVerification(store, 'orders', '1.0.0', verification);
  expect(await store.readVerifications('orders')).toEqual({ '1.0.0': verification });
  expect(await readFile(join(root, 'orders/release.json'), 'utf8')).toBe(before);
  expect(await store.storedVersions('orders')).toHaveLength(1);
});

it('replaces the previous verification, and removes those of pruned versions', async () => {
  const { store, publishAs } = await start();
  await keepVerification(store, 'orders', '1.0.0', verification);
  await publishAs('1.1.0', '2026-05-04T12:00:00Z');
  await prune(store, 'orders', { olderThan: 30 }, { who: 'ann', now: new Date('2026-05-05T12:00:00Z') });
  await keepVerification(store, 'orders', '1.1.0', { ...verification, passed: false });
  await keepVerification(store, 'orders', '1.1.0', verification);
  expect(await store.readVerifications('orders')).toEqual({ '1.1.0': verification });
});

it('treats a damaged list as empty', async () => {
  const { root, store } = await start();
  await writeFile(join(root, 'orders/verifications.json'), '{"1.0.0": {');
  expect(await store.readVerifications('orders')).toEqual({});
  await keepVerification(store, 'orders', '1.0.0', verification);
  expect(await store.readVerifications('orders')).toEqual({ '1.0.0': verification });
});

it('returns nothing for a remote that was never verified', async () => {
  expect(await (await start()).store.readVerifications('invoices')).toEqual({});
});
