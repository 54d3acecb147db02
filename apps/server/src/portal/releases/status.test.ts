import { rm } from 'node:fs/promises';
import { useReleases } from '../../testing/some-releases';
import { PORTAL, stopCanary } from './changes';
import { requireRelease } from './release';
import { readReleases } from './release-store';
import { readRelease, readStatuses } from './status';

const releases = useReleases();

/** Stores what browsers reported about the canary of orders. */
const report = async () => {
  const { database } = releases.context;
  const { period } = requireRelease(await readReleases(database), 'orders');
  const [about, now] = [{ name: 'orders', version: '1.1.0' }, new Date()];
  const counted = { ...about, period, hour: now, count: 1 };
  await database
    .insertInto('release_counts')
    .values([
      { ...counted, what: 'shown', cause: '' },
      { ...counted, what: 'failed', cause: 'render' },
    ])
    .execute();
  const stack = JSON.stringify([{ ...about, file: 'remote.js', line: 1, column: 1 }]);
  const failure = { cause: 'render', message: 'Error: broken', browser: 'Chrome 131', look: 'a', stack };
  await database
    .insertInto('release_failures')
    .values({ ...about, ...failure, last_at: now, count: 1 })
    .execute();
};

test('a status says what customers get since when, who decided it, how it fares, and what is wrong', async () => {
  await releases.release('shell', '1.0.0');
  await releases.release('orders', '1.0.0');
  await releases.publishVersion('orders', '1.1.0');
  await releases.canaryOf('orders', '1.1.0', 10);
  await report();
  await rm(releases.fileOf('orders', '1.0.0', 'remote.js'));
  const [orders, shell] = await readStatuses(releases.context);
  expect(orders).toEqual({
    name: 'orders',
    live: {
      version: '1.0.0',
      since: '2026-03-01T00:04:00.000Z',
      who: 'ann',
      why: null,
      health: null,
      problem: 'orders 1.0.0 has lost remote.js. Publish the same build again, or restore it from a backup.',
    },
    canary: expect.objectContaining({
      version: '1.1.0',
      percent: 10,
      health: expect.objectContaining({ shown: 1, failed: 1, rate: 0.5, causes: { render: 1 } }),
      problem: null,
    }),
    previous: null,
    intervention: null,
    versionCount: 2,
  });
  expect(shell).toMatchObject({ name: 'shell', live: { version: '1.0.0' }, canary: null });

  const { failures, hours, versions } = await readRelease(releases.context, { name: 'orders' });
  expect(failures).toMatchObject([
    { count: 1, stack: [{ name: 'orders', version: '1.1.0', file: 'screen.ts', line: 1, column: 1 }] },
  ]);
  expect(Object.values(hours['1.1.0'] ?? {})).toEqual([{ shown: 1, failed: 1 }]);
  expect(versions).toMatchObject([
    { version: '1.1.0', publishedAt: '2026-03-01T00:05:00.000Z', verification: null },
    { version: '1.0.0' },
  ]);
});

test('a status names what the portal has decided by itself, until the next change', async () => {
  await releases.release('orders', '1.0.0');
  await releases.publishVersion('orders', '1.1.0');
  await releases.canaryOf('orders', '1.1.0', 10);
  const { context, by } = releases;
  const why = '60 of 60 pages failed';
  await stopCanary(context, { name: 'orders', dryRun: false }, { ...by(PORTAL), why });
  expect(await readStatuses(context)).toMatchObject([{ intervention: { version: '1.1.0', why } }]);
  await releases.promoteVersion('orders', '1.1.0');
  expect(await readStatuses(context)).toMatchObject([{ intervention: null }]);
});
