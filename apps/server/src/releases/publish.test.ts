import { createHash, randomBytes } from 'node:crypto';
import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Descriptor } from '@portal/contract';
import type { ReleaseStore } from './release-store';
import { pathToFileURL } from 'node:url';
import { openReleases } from './open-releases';
import { lostFiles } from './lost-files';
import { keepVerification, publish } from './publish';
import { keptSourceMaps } from './source-maps';
import { buildNamed, emptyDirectory, REMOTE_BUILD, writeBuild } from './testing/build';
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

let root: string;
let store: ReleaseStore;
beforeEach(async () => {
  root = await emptyDirectory();
  store = openReleases(pathToFileURL(root));
});

const publishIn = (directory: string, changes: Partial<Parameters<typeof publish>[1]> = {}) =>
  publish(store, { name: 'orders', baseVersion: '1.2.0', directory, descriptor, by, ...changes });

const publishBuild = async (changes: Record<string, string | undefined> = {}, described = descriptor) =>
  (await publishIn(await writeBuild({ ...REMOTE_BUILD, ...changes }), { descriptor: described })).version;

describe('publish', () => {
  it('stores the build as a version with a hash of its content, and makes nothing live', async () => {
    const texts = { de: { Orders: 'Aufträge' } };
    const version = await publishBuild({ 'descriptor-texts.json': JSON.stringify(texts) });
    expect(version).toMatch(/^1\.2\.0-[0-9a-f]{8}$/);
    const document = await store.read('orders');
    expect(document?.live).toBeNull();
    expect(document?.versions[version]).toMatchObject({
      entry: 'remoteEntry.js',
      globalName: 'portal_orders',
      preload: ['remote.js'],
      descriptor,
      texts,
      publishedAt: '2026-03-04T12:00:00.000Z',
    });
  });

  it('refuses a symbolic link, because publishing would skip it', async () => {
    const directory = await writeBuild(REMOTE_BUILD);
    await symlink(join(directory, 'remote.js'), join(directory, 'chunk.js'));
    await expect(publishIn(directory)).rejects.toThrow(
      'chunk.js is not a regular file. Replace it by the file itself',
    );
    expect(await store.read('orders')).toBeUndefined();
  });

  it('records the integrity of every file, and keeps source maps beside the version, without the sources', async () => {
    const version = await publishBuild();
    const { 'remote.js.map': _, 'remote.js.map.gz': __, ...published } = REMOTE_BUILD;
    const sha384 = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;
    expect((await store.read('orders'))?.versions[version]?.integrity).toEqual(
      Object.fromEntries(Object.entries(published).map(([file, content]) => [file, sha384(content)])),
    );
    expect((await store.versionFiles('orders', version)).sort()).toEqual(Object.keys(published).sort());
    expect(await keptSourceMaps(store, 'orders', version)).toEqual({
      'remote.js': { version: 3, sources: ['screen.ts'], mappings: 'AAAA' },
    });
  });

  it.each(['{', '{"version":3,"sections":[]}'])('keeps no other source map: %s', async (map) => {
    const version = await publishBuild({ 'remote.js.map': map });
    expect(await keptSourceMaps(store, 'orders', version)).toEqual({});
  });

  it('restores files of the version that are lost or changed, and nothing else', async () => {
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
    [
      'a script names no container',
      { 'build.json': '{"entry": "remoteEntry.js", "preload": []}' },
      'build.json lacks /globalName, the name of the container.',
    ],
    ['a chunk is missing', { 'remote.js': undefined }, 'names remote.js, which does not exist. Build again.'],
    [
      'a file has a name that is invalid in a URL',
      { 'sub/a file.js': '' },
      'cannot be published: /integrity/sub~1a file.js must be a relative path',
    ],
  ])('publishes nothing and explains why if %s', async (_, changes, message) => {
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
    [{ links: { 'orders.order': '/order' } }, '/links/orders.order "/order" is none of its /routes'],
    [{ links: { claim: '/service-orders' } }, '/links/claim must begin with "orders."'],
    [{ title: 'Orders'.repeat(11) }, '/title has more than 60 characters, or some that nobody sees'],
    [{ title: '\u202Esredro' }, '/title has more than 60 characters, or some that nobody sees'],
    [{ title: '\u3164' }, '/title has more than 60 characters, or some that nobody sees'],
    [{ title: 'Orders\u00AD' }, '/title has more than 60 characters, or some that nobody sees'],
    [
      { navigation: [{ label: '\u200B', path: '/service-orders', icon: 'M0 0', order: 1 }] },
      '/navigation/0/label has more than 60 characters, or some that nobody sees',
    ],
    [
      {
        widgets: Array.from({ length: 400 }, (_, index) => ({
          name: `claim-${index}`,
          slot: 'visits/visit.aside@1',
          height: 2000,
        })),
      },
      '/widgets reserve 800000 px in visits/visit.aside@1, more than 2000',
    ],
    [{ requires: { shell: 'newest' } }, '/requires/shell "newest" is not a version range such as ^1.0.0'],
  ])('points at the error in a descriptor with %j', async (changes, fault) => {
    await expect(publishBuild({}, { ...descriptor, ...changes })).rejects.toMatchObject({
      name: 'ReleaseError',
      message: `The descriptor of orders is not valid: ${fault}.`,
    });
    expect(await store.names()).toEqual([]);
  });
});

it('considers what is live only', async () => {
  const { store: releases, release, publishVersion } = await someReleases();
  await release('archive', '1.0.0', { routes: ['/old/:nbr'] });
  await expect(publishVersion('orders', '1.0.0', { routes: ['/old/:id/*'] })).rejects.toThrow(
    'orders@1.0.0 is refused: its route /old/:id/* overlaps /old/:nbr, which belongs to archive@1.0.0, which is live.',
  );
  expect(await releases.names()).toEqual(['archive']);
  await publishVersion('letters', '1.0.0', { routes: ['/orders'] });
  await publishVersion('orders', '1.0.0');
  await publishVersion('shell', '2.0.0');
});

it.each(['provider-app', 'provider_app'])(
  'refuses the federation name %s of another remote, also of a version that is not live',
  async (globalName) => {
    const build = await writeBuild({ ...REMOTE_BUILD, 'build.json': buildNamed('provider-app') });
    await publishIn(build, { version: '1.0.0' });
    await publishIn(build, { version: '1.1.0' });
    const second = { ...descriptor, name: 'letters', routes: ['/letters'] };
    await expect(
      publishIn(await writeBuild({ ...REMOTE_BUILD, 'build.json': buildNamed(globalName) }), {
        name: 'letters',
        descriptor: second,
        version: '1.0.0',
      }),
    ).rejects.toThrow(
      `letters@1.0.0 is refused: its federation name ${globalName} is also that of orders, so one could run the code of the other. Build with another name.`,
    );
  },
);

it('publishes a version under an explicit number, and never changes it', async () => {
  const { publishVersion, store: releases } = await someReleases();
  const published = { version: '1.5.0-pr12', changed: true };
  expect(await publishVersion('orders', '1.5.0-pr12')).toMatchObject(published);
  const before = await releases.read('orders');
  expect(await publishVersion('orders', '1.5.0-pr12')).toMatchObject({ ...published, changed: false });
  await expect(publishVersion('orders', '1.5.0-pr12', { title: 'Another' })).rejects.toThrow(
    'orders@1.5.0-pr12 was published on 2026-03-01T00:01:00.000Z with other content. A version never changes',
  );
  expect(await releases.read('orders')).toEqual(before);
  await expect(publishVersion('orders', '1.5')).rejects.toThrow(
    'orders@1.5 is not a semantic version. Use one such as 1.4.0 or 1.4.0-pr12.',
  );
});

it('refuses the shell with a descriptor, and a remote without one', async () => {
  await expect(publishIn(await writeBuild(REMOTE_BUILD), { name: 'shell' })).rejects.toThrow(
    'The shell is not a remote. Publish it without a descriptor.',
  );
  const { descriptor: _, ...remote } = {
    name: 'orders',
    baseVersion: '1.2.0',
    directory: root,
    descriptor,
    by,
  };
  await expect(publish(store, remote)).rejects.toThrow(
    'orders is a remote. Publish it with its descriptor, remote.json.',
  );
});

describe('the weight of the first screen', () => {
  /** Code that cannot be compressed. */
  const heavy = (bytes: number) =>
    randomBytes(Math.ceil(bytes / 2))
      .toString('hex')
      .slice(0, bytes);
  const offer = async (files: Record<string, string>, allowSize = false) =>
    publishIn(await writeBuild({ ...REMOTE_BUILD, ...files }), { allowSize });

  it('is the compressed size of the entry and of the chunks and styles that it preloads', async () => {
    const files = { 'later.js': heavy(900_000), 'remote.js': 'a'.repeat(100_000) };
    const { firstLoad } = await offer(files);
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
    await expect(offer(files)).rejects.toThrow(sentence);
    await expect(offer(files)).rejects.toThrow(/^orders@.* is refused: .*publish with --allow-size\.$/);
    expect(await store.names()).toEqual([]);
  });

  it('can exceed the limit with allowSize', async () => {
    expect(await offer({ 'remoteEntry.js': heavy(500_000) }, true)).toMatchObject({ changed: true });
  });
});

it('warns of a build that is heavy as a whole, and names its heaviest files', async () => {
  const directory = await writeBuild(REMOTE_BUILD);
  await writeFile(join(directory, 'film.mp4'), Buffer.alloc(21_000_000));
  const { warnings } = await publishIn(directory, { version: '1.0.0' });
  expect(warnings).toEqual([
    expect.stringMatching(/^orders@1\.0\.0 has 21 MB in 7 files: film\.mp4 21 MB, /),
  ]);
});

it('keeps the last verification with its version, whose content stays the same', async () => {
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
