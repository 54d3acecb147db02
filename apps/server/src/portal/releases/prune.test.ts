import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { useReleases } from '../../testing/some-releases';

const releases = useReleases();

const pruneOrders = (olderThan?: number) => releases.prune('orders', olderThan);

/** The versions with files. */
const stored = async () => (await readdir(releases.fileOf('orders', '', ''))).sort();

/** Stores a file at the given time, of a version that is not published. */
const abandonUpload = async (version: string, storedAt: string) => {
  await mkdir(releases.fileOf('orders', version, ''), { recursive: true });
  const file = releases.fileOf('orders', version, 'remote.js');
  await writeFile(file, '');
  await utimes(file, new Date(storedAt), new Date(storedAt));
};

it('removes old versions and their files, but keeps them in the history', async () => {
  await releases.publishVersion('orders', '1.0.0');
  await releases.publishVersion('orders', '1.0.1');
  releases.wait(31);
  await releases.publishVersion('orders', '1.1.0');
  expect(await pruneOrders()).toEqual({ name: 'orders', versions: ['1.0.0', '1.0.1'], abandoned: [] });
  expect(await stored()).toEqual(['1.1.0']);
  await expect(releases.promoteVersion('orders', '1.0.0')).rejects.toThrow('Published: 1.1.0.');
  expect(await releases.historyOf('orders')).toEqual([
    'publish 1.0.0',
    'publish 1.0.1',
    'publish 1.1.0',
    'prune 1.0.0 1.0.1',
  ]);
});

it('keeps the live, previous and canary versions at any age', async () => {
  await releases.release('orders', '1.0.0');
  await releases.release('orders', '1.1.0');
  await releases.publishVersion('orders', '1.2.0');
  await releases.canaryOf('orders', '1.2.0', 10);
  releases.wait(400);
  expect(await pruneOrders(0)).toEqual({ name: 'orders', versions: [], abandoned: [] });
  expect(await stored()).toEqual(['1.0.0', '1.1.0', '1.2.0']);
});

it('keeps a version that was live until yesterday, because open tabs still request its chunks', async () => {
  for (const version of ['1.0.0', '1.1.0']) await releases.release('orders', version);
  await releases.publishVersion('orders', '1.2.0');
  await releases.publishVersion('orders', '1.3.0');
  await releases.canaryOf('orders', '1.3.0', 10);
  releases.wait(40);
  // 1.0.0 was previous, 1.1.0 live and 1.3.0 canary until now; 1.2.0 was unused.
  for (const version of ['2.0.0', '2.1.0']) await releases.release('orders', version);
  await releases.canaryOf('orders', '2.0.0', 10);
  releases.wait(1);
  expect(await pruneOrders()).toEqual({ name: 'orders', versions: ['1.2.0'], abandoned: [] });
  releases.wait(30);
  expect(await pruneOrders()).toEqual({
    name: 'orders',
    versions: ['1.0.0', '1.1.0', '1.3.0'],
    abandoned: [],
  });
  expect(await stored()).toEqual(['2.0.0', '2.1.0']);
});

it('keeps a version that was pruned and lately published again', async () => {
  const { version } = await releases.publishVersion('orders');
  await releases.promoteVersion('orders', version);
  for (const later of ['1.1.0', '1.2.0']) await releases.release('orders', later);
  releases.wait(40);
  expect(await pruneOrders()).toEqual({ name: 'orders', versions: [version], abandoned: [] });
  await releases.publishVersion('orders');
  expect(await pruneOrders()).toEqual({ name: 'orders', versions: [], abandoned: [] });
  releases.wait(31);
  expect(await pruneOrders()).toEqual({ name: 'orders', versions: [version], abandoned: [] });
});

it('removes old files of versions that were never published, even those of a first upload', async () => {
  await abandonUpload('1.0.1', '2026-01-01T00:00:00Z');
  expect(await pruneOrders()).toEqual({ name: 'orders', versions: [], abandoned: ['1.0.1'] });
  await releases.release('orders', '1.0.0');
  await abandonUpload('1.0.1', '2026-01-01T00:00:00Z');
  await abandonUpload('1.0.2', '2026-02-28T00:00:00Z');
  expect(await pruneOrders()).toEqual({ name: 'orders', versions: [], abandoned: ['1.0.1'] });
  expect(await stored()).toEqual(['1.0.0', '1.0.2']);
});

it('keeps the files of an upload that another replica may be in the middle of', async () => {
  await abandonUpload('1.0.1', '2026-02-28T23:00:00Z');
  expect(await pruneOrders(0)).toMatchObject({ abandoned: [] });
  releases.wait(2);
  expect(await pruneOrders(0)).toMatchObject({ abandoned: ['1.0.1'] });
});

it('never makes a version its own predecessor', async () => {
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await releases.release('orders', version);
  await releases.promoteVersion('orders', '1.1.0');
  await releases.release('orders', '2.0.0');
  releases.wait(40);
  expect(await pruneOrders()).toMatchObject({ versions: ['1.0.0', '1.2.0'] });
  await releases.rollback('orders');
  expect(await releases.stateOf('orders')).toMatchObject({ live: '1.1.0', previous: null });
});

it('keeps the number of a removed version reserved for its content', async () => {
  await releases.publishVersion('orders', '1.0.0');
  releases.wait(31);
  await pruneOrders();
  await expect(releases.publishVersion('orders', '1.0.0', { title: 'Another' })).rejects.toThrow(
    'orders@1.0.0 was published before and pruned. A version never changes: publish under another number.',
  );
});
