import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOGOUT } from './drawer';
import { publish } from './publish';
import { REMOTE_BUILD, writeBuild } from './testing/build';
import { descriptorOf, someReleases, type SomeReleases } from './testing/releases';

const LANGUAGES = join(__dirname, '../../../apps/shell/languages');

let releases: SomeReleases;
beforeEach(async () => {
  releases = await someReleases();
  await releases.release('orders', '1.0.0', {
    routes: ['/service-orders'],
    navigation: [{ label: 'All Service Orders', path: '/service-orders', icon: 'M0 0', order: 20 }],
  });
});

const offer = (label: string, order = 100, name = 'invoices') =>
  releases.publishVersion(name, '1.0.0', {
    navigation: [{ label, path: `/${name}`, icon: 'M0 0', order }],
  });

it('knows Logout in all languages of the shell', async () => {
  const files = await readdir(LANGUAGES);
  const texts = await Promise.all(
    files.map(async (file): Promise<Record<string, string>> =>
      JSON.parse(await readFile(join(LANGUAGES, file), 'utf8')),
    ),
  );
  expect(new Set(['Logout', ...texts.map((text) => text['Logout'])])).toEqual(new Set(LOGOUT));
});

it.each([
  'Logout',
  ' LOGOUT ',
  'Log out',
  'Log\u200Bout',
  'L\u043Egout',
  'L0gout',
  '\uFF2C\uFF4F\uFF47\uFF4F\uFF55\uFF54',
  'abmelden',
  'Se deconnecter',
  'تسجيل الخروج',
])('refuses an entry that looks like Logout: "%s"', async (label) => {
  await expect(offer(label)).rejects.toMatchObject({
    name: 'ReleaseError',
    message: `invoices@1.0.0 is refused: its entry "${label}" could be taken for the portal's Logout. Choose another label.`,
  });
  expect(await releases.store.read('invoices')).toBeUndefined();
});

it.each(['All Service Orders', 'all service orders ', 'All Service 0rders', 'All Servi\u0441e Orders'])(
  'refuses an entry that looks like one of another remote: "%s"',
  async (label) => {
    await expect(offer(label)).rejects.toMatchObject({
      message: `invoices@1.0.0 is refused: its entry "${label}" could be taken for one of orders@1.0.0. Choose another label.`,
    });
  },
);

it('refuses an entry with an order among the portal’s own entries', async () => {
  await expect(offer('Invoices', 15)).rejects.toMatchObject({
    message:
      'invoices@1.0.0 is refused: its entry "Invoices" has the order 15, among the portal\'s own entries. Use 100 or more.',
  });
});

it('accepts other entries, and lets a remote keep its own', async () => {
  await offer('Invoices');
  await offer('Log of outages', 200, 'outages');
  await releases.publishVersion('orders', '1.1.0', {
    routes: ['/service-orders'],
    navigation: [{ label: 'All Service Orders', path: '/service-orders', icon: 'M0 0', order: 10 }],
  });
  await releases.promoteVersion('orders', '1.1.0');
  expect(await releases.stateOf('orders')).toMatchObject({ live: '1.1.0' });
});

it('refuses to promote an entry that another remote has taken since publication', async () => {
  await offer('Invoices');
  await offer('Invoices', 100, 'billing');
  await releases.promoteVersion('billing', '1.0.0');
  await expect(releases.promoteVersion('invoices', '1.0.0')).rejects.toMatchObject({
    message:
      'invoices@1.0.0 is refused: its entry "Invoices" could be taken for one of billing@1.0.0. Choose another label.',
  });
});

it('refuses an entry whose translation looks like Logout', async () => {
  const texts = { de: { 'The end': 'Abmelden' } };
  const published = publish(releases.store, {
    name: 'invoices',
    baseVersion: '1.0.0',
    version: '1.0.0',
    directory: await writeBuild({ ...REMOTE_BUILD, 'descriptor-texts.json': JSON.stringify(texts) }),
    descriptor: descriptorOf('invoices', {
      navigation: [{ label: 'The end', path: '/invoices', icon: 'M0 0', order: 100 }],
    }),
    by: releases.by(),
  });
  await expect(published).rejects.toMatchObject({
    message:
      'invoices@1.0.0 is refused: its entry "Abmelden" could be taken for the portal\'s Logout. Choose another label.',
  });
});
