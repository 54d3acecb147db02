import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { useReleases } from '../testing/some-releases';

const releases = useReleases();

const refused = (message: string) => ({ name: 'ReleaseError', message });

describe('a promotion is refused', () => {
  const expectRefusal = (name: string, version: string, message: string) =>
    expect(releases.promoteVersion(name, version)).rejects.toMatchObject(refused(message));

  it('if the version was not published', async () => {
    for (const minor of [1, 2, 3, 4, 5, 6]) await releases.publishVersion('orders', `1.${minor}.0`);
    for (const version of ['constructor', '9.9.9'])
      await expectRefusal(
        'orders',
        version,
        `orders has no published version ${version}. Published: 1.6.0, 1.5.0, 1.4.0, 1.3.0, 1.2.0, ….`,
      );
  });

  it('if another remote is the sign-in', async () => {
    await releases.publishVersion('sign-in', '1.0.0', { access: 'anonymous' });
    await releases.release('login', '1.0.0', { access: 'anonymous' });
    await expectRefusal(
      'sign-in',
      '1.0.0',
      'sign-in@1.0.0 is refused: its access is "anonymous", and sign-in belongs to login@1.0.0, which is live. Only one remote can have it.',
    );
  });

  it('if it is a shell that cannot run live remotes or canaries', async () => {
    await releases.release('login', '1.0.0', { requires: { shell: '>=1.0.0' } });
    await releases.release('orders', '1.0.0');
    await releases.publishVersion('orders', '1.1.0', { requires: { shell: '1.x' } });
    await releases.canaryOf('orders', '1.1.0', 10);
    await releases.publishVersion('shell', '2.0.0');
    await expectRefusal(
      'shell',
      '2.0.0',
      'shell@2.0.0 is refused: orders@1.0.0 requires shell ^1.0.0, and the shell is 2.0.0; orders@1.1.0 requires shell 1.x, and the shell is 2.0.0. Promote versions that run in both shells first.',
    );
    expect(await releases.stateOf('shell')).toMatchObject({ live: null });
  });
});

it('skips damaged documents of other remotes with a warning', async () => {
  const { root, release, publishVersion, promoteVersion } = releases;
  await publishVersion('orders', '1.0.0');
  for (const other of ['archive', 'billing']) {
    await release(other, '1.0.0');
    await writeFile(join(root, other, 'release.json'), '{');
  }
  expect(await promoteVersion('orders', '1.0.0')).toMatchObject({
    changed: true,
    warnings: [
      expect.stringMatching(/^Skipped the check against archive, billing: \w+\/release\.json is damaged/),
    ],
  });
});

describe('a route', () => {
  const OWNERS = new Map([
    ['orders', ['/', '/service-order', '/service-orders']],
    ['warranty', ['/service-order/warranty']],
  ]);

  const ORDERS_ROUTES = ['/', '/service-orders', '/service-order/:orderNbr'];

  /** Publishes a remote with this route next to orders. */
  const offer = (route: string, name = 'intruder') =>
    releases.publishVersion(name, '1.0.0', { routes: [route] });

  beforeEach(() => releases.release('orders', '1.0.0', { routes: ORDERS_ROUTES }));

  const REFUSED_ROUTE = 'intruder@1.0.0 is refused: its route';
  const ORDERS = 'orders@1.0.0, which is live. Choose another one, or let orders give it up first.';

  it.each([
    ['/service-order/000019', `overlaps /service-order/:orderNbr, which belongs to ${ORDERS}`],
    ['/Service-Order/000019/', `overlaps /service-order/:orderNbr, which belongs to ${ORDERS}`],
    ['/service-orders/archive', `is among the pages of /service-orders, which belongs to ${ORDERS}`],
    ['/', `belongs to ${ORDERS}`],
    ['/*', 'matches the pages of all other remotes. Choose another one.'],
    ['/:page', 'matches the pages of all other remotes. Choose another one.'],
    ['/serviceorder/:id', "belongs to the portal's server, which answers /serviceOrder. Choose another one."],
  ])('%s is refused with the reason', async (route, reason) => {
    await expect(offer(route)).rejects.toMatchObject(refused(`${REFUSED_ROUTE} ${route} ${reason}`));
    expect(await releases.stateOf('intruder')).toBeUndefined();
  });

  it('is accepted if nobody owns it', async () => {
    await releases.release('invoices', '1.0.0', {
      routes: ['/invoices', '/invoice/:nbr', '/service-orders-archive', '/notification-preferences/:tab'],
    });
    expect(await releases.stateOf('invoices')).toMatchObject({ live: '1.0.0' });
  });

  it('that another remote has taken since publication is refused, even by its canary', async () => {
    await offer('/warranty/:nbr', 'other');
    await releases.release('warranty', '0.9.0');
    await releases.publishVersion('warranty', '1.0.0', { routes: ['/warranty/new'] });
    await releases.canaryOf('warranty', '1.0.0', 5);
    const taken =
      'its route /warranty/:nbr overlaps /warranty/new, which belongs to warranty@1.0.0, which is';
    await expect(releases.promoteVersion('other', '1.0.0')).rejects.toThrow(`${taken} its canary.`);
    await releases.promoteVersion('warranty', '1.0.0');
    await releases.release('other', '0.9.0', { routes: ['/other'] });
    await expect(releases.canaryOf('other', '1.0.0', 10)).rejects.toThrow(`${taken} live.`);
  });

  it('stays with its remote, even among the pages of another remote', async () => {
    const among = { routes: ['/warranty/:nbr'] };
    await releases.release('warranty', '1.0.0', { routes: ['/warranty'] });
    await releases.release('warranty', '1.1.0', { routes: ['/claims'] });
    await releases.release('letters', '1.0.0', among);
    await releases.rollback('warranty');
    await releases.release('letters', '1.1.0', among);
    expect(await releases.stateOf('letters')).toMatchObject({ live: '1.1.0' });
  });

  it('must follow the operator’s list of owners', async () => {
    releases = await someReleases({ owners: OWNERS });
    await releases.release('orders', '1.0.0', { routes: ORDERS_ROUTES });
    await expect(offer('/service-order/:nbr/notes')).rejects.toThrow(
      'its route /service-order/:nbr/notes belongs to orders, to which the operator gave /service-order.',
    );
    await expect(offer('/claims', 'warranty')).rejects.toThrow(
      'its route /claims is outside the routes that the operator gave to warranty: /service-order/warranty.',
    );
    expect(await offer('/service-order/warranty/:nbr', 'warranty')).toMatchObject({ changed: true });
  });
});

describe('an entry in the drawer', () => {
  const offer = (label: string, order = 100, name = 'invoices') =>
    releases.publishVersion(name, '1.0.0', {
      navigation: [{ label, path: `/${name}`, icon: 'M0 0', order }],
    });

  beforeEach(() =>
    releases.release('orders', '1.0.0', {
      navigation: [{ label: 'All Service Orders', path: '/orders', icon: 'M0 0', order: 20 }],
    }),
  );

  it.each([
    [' LOGOUT ', 100, "could be taken for the portal's Logout. Choose another label."],
    ['all service orders ', 100, 'could be taken for one of orders@1.0.0. Choose another label.'],
    ['Invoices', 15, "has the order 15, among the portal's own entries. Use 100 or more."],
  ])('"%s" with the order %i is refused with the reason', async (label, order, reason) => {
    await expect(offer(label, order)).rejects.toMatchObject(
      refused(`invoices@1.0.0 is refused: its entry "${label}" ${reason}`),
    );
    expect(await releases.stateOf('invoices')).toBeUndefined();
  });

  it('is accepted with another label, until another remote takes it', async () => {
    await offer('Invoices');
    await offer('Log of outages', 200, 'outages');
    await offer('Invoices', 100, 'billing');
    await releases.promoteVersion('billing', '1.0.0');
    await expect(releases.promoteVersion('invoices', '1.0.0')).rejects.toThrow('for one of billing@1.0.0.');
  });
});
