import { readdir } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { isReleasesUrl, openRehearsal, openReleases } from './open-releases';
import { promote } from './promote';
import { prune } from './prune';
import { publish } from './publish';
import { emptyDirectory, REMOTE_BUILD, writeBuild } from './testing/build';
import { descriptorOf, someReleases } from './testing/releases';

it.each(['file:///srv/releases', 's3://acme-portal/releases', 's3://Old_Bucket.name/a/b/'])(
  'accepts %s',
  (url) => {
    expect(isReleasesUrl(new URL(url))).toBe(true);
    expect(() => openReleases(new URL(url))).not.toThrow();
  },
);

it.each([
  ['ftp://releases.example/releases', 'ftp://releases.example'],
  ['https://bucket.s3.amazonaws.com/releases', 'https://bucket.s3.amazonaws.com'],
  ['s3://key:secret@bucket/releases', 's3://bucket'],
  ['s3://bucket/releases?region=eu-west-1', 's3://bucket'],
  ['file:///', 'file://'],
  ['file:///srv/%E0%A4%A', 'file://'],
  ['file:///srv/releases?region=eu-west-1', 'file://'],
])('refuses %s without printing its secrets', (url, beginning) => {
  expect(isReleasesUrl(new URL(url))).toBe(false);
  expect(() => openReleases(new URL(url))).toThrow(
    `RELEASES_URL starts with "${beginning}"; use a directory of this machine such as file:///srv/releases, or a bucket such as s3://acme-portal/releases.`,
  );
});

it('opens a directory whose name has spaces', async () => {
  const store = openReleases(new URL(`${pathToFileURL(await emptyDirectory()).href}/with%20space`));
  expect(await store.names()).toEqual([]);
});

it('rehearses: answers all calls as in a real run, but writes nothing', async () => {
  const { root, address, store, by, publishVersion, wait } = await someReleases();
  await publishVersion('orders', '1.0.0');
  const before = { document: await store.read('orders'), files: await readdir(root, { recursive: true }) };
  wait(40);

  const rehearsal = openRehearsal(address);
  const { document, changed } = await promote(rehearsal, 'orders', '1.0.0', by());
  expect({ changed, live: document.live }).toEqual({ changed: true, live: '1.0.0' });
  const archive = {
    name: 'archive',
    baseVersion: '1.0.0',
    directory: await writeBuild(REMOTE_BUILD),
    descriptor: descriptorOf('archive', { routes: ['/orders'] }),
    by: by(),
  };
  await expect(publish(rehearsal, archive)).rejects.toThrow('its route /orders belongs to orders@1.0.0');
  const { version } = await publish(rehearsal, { ...archive, descriptor: descriptorOf('archive') });
  await promote(rehearsal, 'archive', version, by());
  expect((await rehearsal.names()).sort()).toEqual(['archive', 'orders']);
  await prune(rehearsal, 'orders', { olderThan: 0 }, by());

  expect({ document: await store.read('orders'), files: await readdir(root, { recursive: true }) }).toEqual(
    before,
  );
});
