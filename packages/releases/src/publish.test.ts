import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Descriptor } from '@portal/contract';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { openReleases } from './open-releases';
import { lostFiles } from './lost-files';
import { keepVerification, publish } from './publish';
import { keptSourceMaps } from './source-maps';
import { emptyDirectory, REMOTE_BUILD, writeBuild } from './testing/build';
import { someReleases } from './testing/releases';

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
  it('stores the build as a version with a hash of its content, and makes nothing live', async () => {
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

  it('copies the translations of the descriptor from the build', async () => {
    const { store, publishBuild } = await start();
    const texts = { de: { Orders: 'Aufträge' } };
    const version = await publishBuild({ 'descriptor-texts.json': JSON.stringify(texts) });
    expect((await store.read('orders'))?.versions[version]?.texts).toEqual(texts);
  });

  it('refuses a symbolic link, because publishing would skip it', async () => {
    const { store } = await start();
    const directory = await writeBuild(REMOTE_BUILD);
    await symlink(join(directory, 'remote.js'), join(directory, 'chunk.js'));
    const published = publish(store, { name: 'orders', baseVersion: '1.2.0', directory, descriptor, by });
    await expect(published).rejects.toThrow('chunk.js is not a regular file. Replace it by the file itself');
    expect(await store.read('orders')).toBeUndefined();
  });

  it('keeps the source maps beside the version, without the sources', async () => {
    const { root, store, publishBuild } = await start();
    const version = await publishBuild();
    expect(await keptSourceMaps(store, 'orders', version)).toEqual({
      'remote.js': { version: 3, sources: ['screen.ts'], mappings: 'AAAA' },
    });
    const packed = await readFile(join(root, 'orders', `${version}.maps.json.gz`));
    expect(gunzipSync(packed).toString()).not.toContain('secret');
  });

  it.each([
    ['is not JSON', '{'],
    ['has sections', '{"version":3,"sections":[]}'],
  ])('keeps no source map that %s', async (_, map) => {
    const { store, publishBuild } = await start();
    const version = await publishBuild({ 'remote.js.map': map });
    expect(await keptSourceMaps(store, 'orders', version)).toEqual({});
  });

  it('records the integrity of every file, and publishes no source maps', async () => {
    const { root, store, publishBuild } = await start();
    const version = await publishBuild();
    const sha384 = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;
    const { 'remote.js.map': _, 'remote.js.map.gz': __, ...published } = REMOTE_BUILD;
    expect((await store.read('orders'))?.versions[version]?.integrity).toEqual(
      Object.fromEntries(Object.entries(published).map(([file, content]) => [file, sha384(content)])),
    );
    const files = await readdir(join(root, 'orders', version), { recursive: true });
    expect(files.filter((file) => file !== 'styles').sort()).toEqual(Object.keys(published).sort());
  });

  it('restores files of the version that are lost or changed, and nothing else', async () => {
    const { root, store, publishBuild } = await start();
    const version = await publishBuild();
    const before = await store.read('orders');
    const file = (name: string) => join(root, 'orders', version, name);
    await rm(file('styles'), { recursive: true });
    await writeFile(file('remoteEntry.js'), 'steal();');
    expect(before && (await lostFiles(store, before, version))).toBe(
      `orders ${version} has lost styles/screen.css. Publish the same build again, or restore it from a backup.`,
    );
    await publishBuild();
    expect(before && (await lostFiles(store, before, version))).toBeUndefined();
    for (const name of ['styles/screen.css', 'remoteEntry.js'] as const)
      expect(await readFile(file(name), 'utf8')).toBe(REMOTE_BUILD[name]);
    expect(await store.read('orders')).toEqual(before);
    await rm(file(''), { recursive: true });
    await publishBuild({ 'remote.js': 'const other = 1;' });
    expect(before && (await lostFiles(store, before, version))).toContain('and 3 more');
  });

  it('returns the same version for the same content, and another one after a change to a file or the descriptor', async () => {
    const { store, publishBuild } = await start();
    const first = await publishBuild();
    expect(await publishBuild({ 'remote.js.map': 'another' })).toBe(first);
    const others = [
      await publishBuild({ 'logo.svg': '<svg><g/></svg>' }),
      await publishBuild({}, { ...descriptor, title: 'Service orders' }),
    ];
    expect(new Set([first, ...others]).size).toBe(3);
    expect(Object.keys((await store.read('orders'))?.versions ?? {})).toEqual([first, ...others]);
  });

  it.each([
    [
      'there is no build',
      { 'build.json': undefined },
      'mf-manifest.json is missing. Build first. A build without portalRemote() of @portal/remote needs',
    ],
    ['build.json is not JSON', { 'build.json': '{' }, 'build.json is not JSON'],
    [
      'build.json names a file outside the build',
      { 'build.json': '{"entry": "../../etc/passwd", "preload": []}' },
      'build.json is not valid: /entry must be a relative path',
    ],
    ['a chunk is missing', { 'remote.js': undefined }, 'names remote.js, which does not exist. Build again.'],
    [
      'a file has a name that is invalid in a URL',
      { 'sub/a file.js': '' },
      'cannot be published: /integrity/sub~1a file.js must be a relative path',
    ],
  ])('publishes nothing and explains why if %s', async (_, changes, message) => {
    const { store, publishBuild } = await start();
    await expect(publishBuild(changes)).rejects.toMatchObject({
      name: 'ReleaseError',
      message: expect.stringContaining(message),
    });
    expect(await store.names()).toEqual([]);
  });

  it.each([
    [{ name: 'billing' }, '/name is "billing", but the remote is published as "orders"'],
    [
      { navigation: [{ label: 'All', path: '/orders', icon: 'M0 0', order: 1 }] },
      '/navigation/0/path "/orders" matches none of its /routes',
    ],
    [{ requires: { shell: 'newest' } }, '/requires/shell "newest" is not a version range such as ^1.0.0'],
  ])('points at the error in a descriptor with %j', async (changes, fault) => {
    const { store, publishBuild } = await start();
    await expect(publishBuild({}, { ...descriptor, ...changes })).rejects.toMatchObject({
      name: 'ReleaseError',
      message: `The descriptor of orders is not valid: ${fault}.`,
    });
    expect(await store.names()).toEqual([]);
  });
});

describe('publish, alongside other releases', () => {
  it('stores nothing with a route of a live remote, regardless of its parameter names', async () => {
    const { store, release, publishVersion } = await someReleases();
    await release('archive', '1.0.0', { routes: ['/old/:nbr', '/old/:nbr/*'] });
    await expect(publishVersion('orders', '1.0.0', { routes: ['/orders', '/old/:id/*'] })).rejects.toThrow(
      'orders@1.0.0 is refused: its route /old/:id/* overlaps /old/:nbr, which belongs to archive@1.0.0, which is live.',
    );
    expect(await store.names()).toEqual(['archive']);
  });

  it('accepts a route that another remote published but did not promote, and a shell of another major version', async () => {
    const { publishVersion, release } = await someReleases();
    await publishVersion('archive', '1.0.0', { routes: ['/orders'] });
    await release('orders', '1.0.0');
    await publishVersion('shell', '2.0.0');
  });
});

describe('a version with an explicit number', () => {
  it('is published under that number, and never changes', async () => {
    const { publishVersion, store, historyOf } = await someReleases();
    const published = { version: '1.5.0-pr12', changed: true };
    expect(await publishVersion('orders', '1.5.0-pr12')).toMatchObject(published);
    const before = await store.read('orders');
    expect(await publishVersion('orders', '1.5.0-pr12')).toMatchObject({ ...published, changed: false });
    await expect(publishVersion('orders', '1.5.0-pr12', { title: 'Another' })).rejects.toMatchObject({
      name: 'ReleaseError',
      message:
        'orders@1.5.0-pr12 was published on 2026-03-01T00:01:00.000Z with other content. A version never changes: publish under another number.',
    });
    expect(await store.read('orders')).toEqual(before);
    expect(await historyOf('orders')).toEqual(['publish 1.5.0-pr12']);
  });

  it('must be a semantic version', async () => {
    const { publishVersion, store } = await someReleases();
    await expect(publishVersion('orders', '1.5')).rejects.toThrow(
      'orders@1.5 is not a semantic version. Use one such as 1.4.0 or 1.4.0-pr12.',
    );
    expect(await store.names()).toEqual([]);
  });
});

it('refuses the shell with a descriptor', async () => {
  const { store } = await someReleases();
  const directory = await writeBuild(REMOTE_BUILD);
  await expect(
    publish(store, { name: 'shell', baseVersion: '1.0.0', directory, descriptor, by }),
  ).rejects.toThrow('The shell is not a remote. Publish it without a descriptor.');
});

describe('the weight of the first screen', () => {
  /** Code that cannot be compressed. */
  const heavy = (bytes: number) =>
    randomBytes(Math.ceil(bytes / 2))
      .toString('hex')
      .slice(0, bytes);
  const offer = async (files: Record<string, string>, allowSize = false) => {
    const store = openReleases(pathToFileURL(await emptyDirectory()));
    const directory = await writeBuild({ ...REMOTE_BUILD, ...files });
    const publication = { name: 'orders', baseVersion: '1.2.0', directory, descriptor, by };
    return { store, published: publish(store, { ...publication, allowSize }) };
  };

  it('is the compressed size of the entry and of the chunks and styles that it preloads', async () => {
    const { published } = await offer({ 'later.js': heavy(900_000), 'remote.js': 'a'.repeat(100_000) });
    const { firstLoad } = await published;
    expect(firstLoad?.excess).toBeUndefined();
    expect(firstLoad?.bytes).toBeLessThan(200);
  });

  it.each([
    [
      'a heavy entry',
      { 'remoteEntry.js': heavy(500_000) },
      / needs 2\d\d(\.\d)? KB over the network, .*: remoteEntry\.js 2\d\d(\.\d)? KB, remote\.js 0 KB\./,
    ],
    [
      'a lot of code that compresses well',
      { 'remoteEntry.js': 'a'.repeat(1_500_000), 'remote.js': 'b'.repeat(1_500_000) },
      / needs 3 MB of code, and the limit is 2 MB: /,
    ],
  ])('is refused for %s, and nothing is stored', async (_, files, sentence) => {
    const { store, published } = await offer(files);
    await expect(published).rejects.toThrow(sentence);
    await expect(published).rejects.toThrow(/^orders@.* is refused: .*publish with --allow-size\.$/);
    expect(await store.names()).toEqual([]);
  });

  it('can exceed the limit with allowSize', async () => {
    const { published } = await offer({ 'remoteEntry.js': heavy(500_000) }, true);
    expect(await published).toMatchObject({ changed: true });
  });
});

it('warns of a build that is heavy as a whole, and names its heaviest files', async () => {
  const { store } = await start();
  const directory = await writeBuild(REMOTE_BUILD);
  await writeFile(join(directory, 'film.mp4'), Buffer.alloc(21_000_000));
  const { warnings } = await publish(store, {
    ...{ name: 'orders', version: '1.0.0', baseVersion: '1.0.0', directory, descriptor, by },
  });
  expect(warnings).toEqual([
    expect.stringMatching(/^orders@1\.0\.0 has 21 MB in 7 files: film\.mp4 21 MB, /),
  ]);
});

it('keeps the last verification with its version, whose content stays the same', async () => {
  const { store, publishBuild } = await start();
  const version = await publishBuild();
  const verification = {
    at: '2026-03-04T12:00:00.000Z',
    passed: true,
    portal: 'https://portal.example',
    shell: '1.0.0',
    problems: [],
    warnings: [{ check: 'calls', route: '/service-orders', problem: 'GET /visits has no mock' }],
  };
  await keepVerification(store, 'orders', version, { ...verification, passed: false });
  await keepVerification(store, 'orders', version, verification);
  expect(await publishBuild()).toBe(version);
  const document = await store.read('orders');
  expect(document?.versions[version]?.verification).toEqual(verification);
  expect(document?.history).toHaveLength(1);
  await expect(keepVerification(store, 'orders', '9.9.9', verification)).rejects.toThrow(
    'orders has no published version 9.9.9.',
  );
});
