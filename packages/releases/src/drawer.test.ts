import { someReleases, type SomeReleases } from './testing/releases';

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

it.each(['Logout', ' LOGOUT '])('refuses an entry that is called Logout: "%s"', async (label) => {
  await expect(offer(label)).rejects.toMatchObject({
    name: 'ReleaseError',
    message: `invoices@1.0.0 is refused: its entry "${label}" could be taken for the portal's Logout. Choose another label.`,
  });
  expect(await releases.store.read('invoices')).toBeUndefined();
});

it.each(['All Service Orders', 'all service orders '])(
  'refuses an entry that is called like one of another remote: "%s"',
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
