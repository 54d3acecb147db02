import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Descriptor } from '@portal/contract';
import { pathToFileURL } from 'node:url';
import { openReleases } from './open-releases';
import { promote } from './promote';
import { publish } from './publish';
import { emptyDirectory, REMOTE_BUILD, writeBuild } from './testing/build';

const descriptor: Descriptor = {
  name: 'orders',
  title: 'Orders',
  access: 'customer',
  routes: ['/service-orders'],
  navigation: [],
  requires: { shell: '^1.0.0' },
};

const by = { who: 'ann', now: new Date('2026-03-04T12:00:00Z') };

const start = async () => {
  const root = await emptyDirectory();
  const store = openReleases(pathToFileURL(root));
  const publishBuild = async (changes: Record<string, string | undefined> = {}, described = descriptor) =>
    (
      await publish(store, {
        name: 'orders',
        baseVersion: '1.2.0',
        directory: await writeBuild({ ...REMOTE_BUILD, ...changes }),
        descriptor: described,
        by,
      })
    ).version;
  return { root, store, publishBuild };
};

describe('publish', () => {
  it('keeps the build as a version of the app, marked by its content, and makes nothing live', async () => {
    const { store, publishBuild } = await start();
    const version = await publishBuild();
    expect(version).toMatch(/^1\.2\.0-[0-9a-f]{8}$/);
    const document = await store.read('orders');
    expect(document?.live).toBeNull();
    expect(document?.versions[version]).toMatchObject({
      entry: 'remoteEntry.js',
      globalName: 'portal_orders',
      preload: ['remote.js'],
      descriptor,
      publishedAt: '2026-03-04T12:00:00.000Z',
    });
  });

  it('leaves source maps out', async () => {
    const { root, publishBuild } = await start();
    const version = await publishBuild();
    const files = await readdir(join(root, 'orders', version), { recursive: true });
    expect(files).toEqual(
      expect.arrayContaining(['remote.js', 'remote.js.br', 'styles/screen.css', 'logo.svg']),
    );
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
  });

  it('writes down the integrity of every file', async () => {
    const { store, publishBuild } = await start();
    const version = await publishBuild();
    const sha384 = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;
    const { 'remote.js.map': _, ...published } = REMOTE_BUILD;
    expect((await store.read('orders'))?.versions[version]?.integrity).toEqual(
      Object.fromEntries(Object.entries(published).map(([file, content]) => [file, sha384(content)])),
    );
  });

  it('is the same version when nothing has changed', async () => {
    const { store, publishBuild } = await start();
    const [first, second] = [await publishBuild(), await publishBuild({ 'remote.js.map': 'another' })];
    expect(second).toBe(first);
    expect(Object.keys((await store.read('orders'))?.versions ?? {})).toEqual([first]);
  });

  it.each([
    ['a script', { 'remote.js': 'const screens = 2;' }, descriptor],
    ['a picture', { 'logo.svg': '<svg><g/></svg>' }, descriptor],
    ['the descriptor', {}, { ...descriptor, title: 'Service orders' }],
  ])('is another version when %s has changed', async (_, changes, described) => {
    const { store, publishBuild } = await start();
    const [first, second] = [await publishBuild(), await publishBuild(changes, described)];
    expect(second).not.toBe(first);
    expect(Object.keys((await store.read('orders'))?.versions ?? {})).toEqual([first, second]);
  });

  it.each([
    ['there is no build', { 'build.json': undefined }, 'build.json is missing. Build first: pnpm build'],
    ['the build says nothing that can be read', { 'build.json': '{' }, 'build.json is not JSON'],
    [
      'the build says the wrong thing',
      { 'build.json': '{"entry": "../../etc/passwd", "preload": []}' },
      'build.json is not valid: /entry must be a relative path',
    ],
    [
      'its entry is missing',
      { 'remoteEntry.js': undefined },
      'lacks remoteEntry.js. Build again: pnpm build',
    ],
    ['a chunk is missing', { 'remote.js': undefined }, 'lacks remote.js. Build again: pnpm build'],
  ])('publishes nothing and says why when %s', async (_, changes, message) => {
    const { store, publishBuild } = await start();
    await expect(publishBuild(changes)).rejects.toMatchObject({
      name: 'ReleaseError',
      message: expect.stringContaining(message),
    });
    expect(await store.names()).toEqual([]);
  });
});

describe('promote', () => {
  it('makes a version live, and publishing another leaves it so', async () => {
    const { store, publishBuild } = await start();
    const version = await publishBuild();
    await promote(store, 'orders', version, by);
    await publishBuild({ 'remote.js': 'const screens = 2;' });
    expect((await store.read('orders'))?.live).toBe(version);
  });

  it('changes nothing when that version was never published, and says which ones were', async () => {
    const { store, publishBuild } = await start();
    const version = await publishBuild();
    const before = await store.read('orders');
    await expect(promote(store, 'orders', '9.9.9', by)).rejects.toMatchObject({
      name: 'ReleaseError',
      message: `orders has no published version 9.9.9. Published: ${version}.`,
    });
    expect(await store.read('orders')).toEqual(before);
  });

  it('says so when nothing of that name was published, and makes no document of it', async () => {
    const { store } = await start();
    await expect(promote(store, 'billing', '1.0.0', by)).rejects.toThrow(
      'billing has no published version 1.0.0. Published: none.',
    );
    expect(await store.read('billing')).toBeUndefined();
  });
});
