import { createHash, randomBytes } from 'node:crypto';
import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { buildNamed, REMOTE_BUILD, writeBuild } from '@portal/releases/testing';
import { descriptorOf, useReleases } from '../../testing/some-releases';
import { readReleases, readVersion } from './release-store';
import { filesProblem } from './version-files';

const descriptor = descriptorOf('orders', { title: 'Orders', routes: ['/service-orders'] });

const releases = useReleases();
const publishBuild = async (changes: Record<string, string | undefined> = {}, described = descriptor) =>
  releases.publishBuild(await writeBuild({ ...REMOTE_BUILD, ...changes }), { descriptor: described });

const published = (version: string) => readVersion(releases.context.database, 'orders', version);

const keptMaps = async (version: string) => {
  const kept = await releases.context.bucket.get(`orders/${version}/.maps.json.gz`);
  return kept && JSON.parse(gunzipSync(kept).toString('utf8'));
};

const expectNothing = async () => {
  expect(await readReleases(releases.context.database)).toEqual([]);
  expect(await releases.context.bucket.list('')).toEqual([]);
};

it('stores the build as a version with a hash of its content, and makes nothing live', async () => {
  const texts = { de: { Orders: 'Aufträge' } };
  const { version, live } = await publishBuild({ 'descriptor-texts.json': JSON.stringify(texts) });
  expect(version).toMatch(/^1\.0\.0-[0-9a-f]{8}$/);
  expect(live).toBeNull();
  expect(await published(version)).toMatchObject({
    entry: 'remoteEntry.js',
    globalName: 'portal_orders',
    preload: ['remote.js'],
    descriptor,
    texts,
  });
});

it('records the integrity of every file, and keeps source maps beside the version, without the sources', async () => {
  const { version } = await publishBuild();
  const { 'remote.js.map': _, 'remote.js.map.gz': __, ...files } = REMOTE_BUILD;
  const sha384 = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;
  expect((await published(version))?.integrity).toEqual(
    Object.fromEntries(Object.entries(files).map(([file, content]) => [file, sha384(content)])),
  );
  const keys = (await releases.context.bucket.list(`orders/${version}/`)).map(({ key }) => key);
  expect(keys.sort()).toEqual(
    [...Object.keys(files), '.maps.json.gz'].map((file) => `orders/${version}/${file}`).sort(),
  );
  expect(await keptMaps(version)).toEqual({
    'remote.js': { version: 3, sources: ['screen.ts'], mappings: 'AAAA' },
  });
});

it.each(['{', '{"version":3,"sections":[]}'])('keeps no other source map: %s', async (map) => {
  const { version } = await publishBuild({ 'remote.js.map': map });
  expect(await keptMaps(version)).toBeUndefined();
});

it('restores files of the version that are lost or changed, and nothing else', async () => {
  const { version } = await publishBuild();
  const file = (name: string) => releases.fileOf('orders', version, name);
  const { integrity = {} } = (await published(version)) ?? {};
  const lost = () => filesProblem(releases.context.bucket, { name: 'orders', version, integrity }, true);
  await rm(file('styles'), { recursive: true });
  await writeFile(file('remoteEntry.js'), 'steal();');
  expect(await lost()).toBe(
    `orders ${version} has lost styles/screen.css. Publish the same build again, or restore it from a backup.`,
  );
  const { changed, restored } = await publishBuild();
  expect(changed).toBe(false);
  expect(restored.sort()).toEqual(['remoteEntry.js', 'styles/screen.css']);
  expect(await lost()).toBeUndefined();
  for (const name of ['styles/screen.css', 'remoteEntry.js'] as const)
    expect(await readFile(file(name), 'utf8')).toBe(REMOTE_BUILD[name]);
  await rm(file(''), { recursive: true });
  await publishBuild({ 'remote.js': 'const other = 1;' });
  expect(await lost()).toContain('and 3 more');
});

it('returns the same version for the same content, and another one after a change to a file or the descriptor', async () => {
  const { version } = await publishBuild();
  expect(await publishBuild({ 'remote.js.map': 'another' })).toMatchObject({ version, changed: false });
  const others = [
    await publishBuild({ 'logo.svg': '<svg><g/></svg>' }),
    await publishBuild({}, { ...descriptor, title: 'Service orders' }),
  ];
  expect(new Set([version, ...others.map((one) => one.version)]).size).toBe(3);
});

it('publishes a version under an explicit number, and never changes it', async () => {
  const { publishVersion } = releases;
  expect(await publishVersion('orders', '1.5.0-pr12')).toMatchObject({
    version: '1.5.0-pr12',
    changed: true,
  });
  const before = await published('1.5.0-pr12');
  expect(await publishVersion('orders', '1.5.0-pr12')).toMatchObject({ changed: false });
  await expect(publishVersion('orders', '1.5.0-pr12', { title: 'Another' })).rejects.toThrow(
    'orders@1.5.0-pr12 was published with other content. A version never changes',
  );
  expect(await published('1.5.0-pr12')).toEqual(before);
});

it.each(['provider-app', 'provider_app'])(
  'refuses the federation name %s of another remote, also of a version that is not live',
  async (globalName) => {
    const offer = async (name: string, version: string, global: string) =>
      releases.publishBuild(await writeBuild({ ...REMOTE_BUILD, 'build.json': buildNamed(global) }), {
        name,
        version,
        descriptor: descriptorOf(name),
      });
    await offer('orders', '1.0.0', 'provider-app');
    await offer('orders', '1.1.0', 'provider-app');
    await expect(offer('letters', '1.0.0', globalName)).rejects.toThrow(
      `letters@1.0.0 is refused: its federation name ${globalName} is also that of orders, so one could run the code of the other. Build with another name.`,
    );
    expect(await releases.stateOf('letters')).toBeUndefined();
  },
);

it('of two builds that come under one number at once, publishes one whole', async () => {
  const offer = async (code: string) =>
    releases.publishBuild(await writeBuild({ ...REMOTE_BUILD, 'remote.js': code }), { version: '1.0.0' });
  const results = await Promise.allSettled([offer('const one = 1;'), offer('const two = 2;')]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const { integrity = {} } = (await published('1.0.0')) ?? {};
  const files = { name: 'orders', version: '1.0.0', integrity };
  expect(await filesProblem(releases.context.bucket, files, true)).toBeUndefined();
});

it('considers what is live only', async () => {
  await releases.publishVersion('letters', '1.0.0', { routes: ['/orders'] });
  await releases.publishVersion('orders', '1.0.0');
  await releases.publishVersion('shell', '2.0.0');
});

it('a rehearsal stores nothing', async () => {
  const build = await writeBuild(REMOTE_BUILD);
  expect(await releases.publishBuild(build, { dryRun: true })).toMatchObject({ changed: true, files: 6 });
  await expectNothing();
});

it('a build whose files cannot be stored is not published', async () => {
  const put = jest.spyOn(releases.context.bucket, 'put').mockRejectedValue(new Error('The disk is full.'));
  await expect(publishBuild()).rejects.toThrow('The disk is full.');
  put.mockRestore();
  expect(await releases.stateOf('orders')).toBeUndefined();
});

it('keeps the number of versions of a team, and those that are there', async () => {
  const offer = async (version: string) =>
    releases.publishBuild(await writeBuild(REMOTE_BUILD), { version, maxVersions: 1 });
  await offer('1.0.0');
  expect(await offer('1.0.0')).toMatchObject({ changed: false });
  await expect(offer('1.1.0')).rejects.toThrow(
    'orders has 1 versions, and your limit is 1. Remove old ones: pnpm portal prune orders',
  );
});

it.each([
  [{ name: 'shell' }, 'The shell is not a remote. Publish it without a descriptor.'],
  [{ descriptor: undefined }, 'orders is a remote. Publish it with its descriptor, remote.json.'],
])('refuses the shell with a descriptor, and a remote without one: %j', async (given, message) => {
  await expect(releases.publishBuild(await writeBuild(REMOTE_BUILD), given)).rejects.toThrow(message);
});

it.each(['chunk.js', 'remote.js'])(
  'refuses a symbolic link, which publishing would skip: %s',
  async (file) => {
    const directory = await writeBuild({ ...REMOTE_BUILD, [file]: undefined });
    await symlink(join(directory, 'logo.svg'), join(directory, file));
    await expect(releases.publishBuild(directory)).rejects.toThrow(
      `${file} is not a regular file. Replace it by the file itself`,
    );
    await expectNothing();
  },
);

it.each([
  [
    'there is no build',
    { 'build.json': undefined },
    'mf-manifest.json is missing. Build first. A build without portalRemote() of @portal/remote-build needs',
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
])('publishes nothing and explains why if %s', async (_, changes, message) => {
  await expect(publishBuild(changes)).rejects.toMatchObject({
    name: 'ReleaseError',
    message: expect.stringContaining(message),
  });
  await expectNothing();
});

it.each([
  [{ name: 'billing' }, '/name is "billing", but the remote is published as "orders"'],
  [
    { navigation: [{ label: 'All', path: '/orders', icon: 'M0 0', order: 1 }] },
    '/navigation/0/path "/orders" matches none of its /routes',
  ],
  [{ links: { 'orders.order': '/order' } }, '/links/orders.order "/order" is none of its /routes'],
  [{ links: { claim: '/service-orders' } }, '/links/claim must begin with "orders."'],
  [
    { badges: { '/orders': '/news' }, api: true },
    '/badges has "/orders", which is the path of none of its /navigation',
  ],
  [{ badges: {} }, '/badges come from its back end: set "api": true, or leave them out'],
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
  [
    { slots: [{ id: 'visits/visit.aside@1', props: {} }] },
    '/slots/0/id "visits/visit.aside@1" does not start with orders/',
  ],
  [
    {
      widgets: ['orders/a@1', 'visits/a@1'].map((slot) => ({ name: 'claim', slot, height: 1 })),
    },
    '/widgets/0/slot "orders/a@1" is its own: render the component there instead; /widgets names claim twice',
  ],
  [{ requires: { shell: 'newest' } }, '/requires/shell "newest" is not a version range such as ^1.0.0'],
])('points at the error in a descriptor with %j', async (changes, fault) => {
  await expect(publishBuild({}, { ...descriptor, ...changes })).rejects.toMatchObject({
    name: 'ReleaseError',
    message: `The descriptor of orders is not valid: ${fault}.`,
  });
  await expectNothing();
});

describe('the weight of the first screen', () => {
  /** Code that cannot be compressed. */
  const heavy = (bytes: number) =>
    randomBytes(Math.ceil(bytes / 2))
      .toString('hex')
      .slice(0, bytes);
  const offer = async (files: Record<string, string>, allowSize = false) =>
    releases.publishBuild(await writeBuild({ ...REMOTE_BUILD, ...files }), { allowSize });

  it('is the compressed size of the entry and of the chunks and styles that it preloads', async () => {
    const files = { 'later.js': heavy(900_000), 'remote.js': 'a'.repeat(100_000) };
    expect((await offer(files)).firstLoad).toBeLessThan(200);
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
    await expectNothing();
  });

  it('can exceed the limit with allowSize', async () => {
    expect(await offer({ 'remoteEntry.js': heavy(500_000) }, true)).toMatchObject({ changed: true });
  });
});

it('warns of a build with a React of its own, also in a module', async () => {
  const react = 'exports.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE = {};';
  const { warnings } = await publishBuild({ 'vendor.mjs': react });
  expect(warnings).toEqual([expect.stringContaining('contains a React of its own, in vendor.mjs')]);
});
