import type { Descriptor, Widget } from '@portal/contract';
import { remoteRelease, shellRelease, withPublished } from '../../testing/releases';
import { descriptorOf } from '../../testing/some-releases';
import { findConflicts } from './conflicts';
import type { Release } from './release';

/** A remote whose live version has this descriptor. */
const live = (name: string, changes: Partial<Descriptor> = {}): Release =>
  withPublished(remoteRelease(name), '1.0.0', { descriptor: descriptorOf(name, changes) });

/** A remote whose canary has this descriptor. */
const canary = (name: string, changes: Partial<Descriptor>): Release => {
  const release = remoteRelease(name, { canary: { version: '1.1.0', percent: 5 } });
  return withPublished(release, '1.1.0', { descriptor: descriptorOf(name, changes) });
};

/** What is found about version 2.0.0 of a remote beside other releases. */
const find = (name: string, changes: Partial<Descriptor>, releases: Release[], owners = new Map()) =>
  findConflicts({ name, version: '2.0.0', descriptor: descriptorOf(name, changes) }, releases, owners);

it('a second remote cannot be the sign-in', () => {
  const { conflicts } = find('sign-in', { access: 'anonymous' }, [live('login', { access: 'anonymous' })]);
  expect(conflicts).toEqual([
    'its access is "anonymous", and sign-in belongs to login@1.0.0, which is live. Only one remote can have it.',
  ]);
});

it('a remote must run in the live shell', () => {
  const requires = { shell: '^2.0.0' };
  const shells = [shellRelease(), shellRelease({ live: '2.0.0' })];
  expect(shells.map((shell) => find('orders', { requires }, [shell]).conflicts)).toEqual([
    [
      'it requires shell ^2.0.0, and the shell is 1.0.0. Promote a matching shell first, or change /requires/shell in the descriptor.',
    ],
    [],
  ]);
});

it('a shell must run live remotes and canaries', () => {
  const remotes = [
    live('login', { requires: { shell: '>=1.0.0' } }),
    live('letters', { requires: { shell: '1.x' } }),
    canary('orders', { requires: { shell: '^1.0.0 || ^2.0.0' } }),
  ];
  expect(findConflicts({ name: 'shell', version: '2.0.0' }, remotes, new Map()).conflicts).toEqual([
    'letters@1.0.0 requires shell 1.x, and the shell is 2.0.0; orders@1.0.0 requires shell ^1.0.0, and the shell is 2.0.0. Promote versions that run in both shells first.',
  ]);
});

describe('a route', () => {
  const ORDERS = live('orders', { routes: ['/', '/service-orders', '/service-order/:orderNbr'] });
  const CLAIMS = canary('claims', { routes: ['/warranty/new'] });
  const LIVE = 'orders@1.0.0, which is live. Choose another one, or let orders give it up first.';
  const SOON = 'claims@1.1.0, which is its canary. Choose another one, or let claims give it up first.';

  it.each([
    ['/service-order/000019', `overlaps /service-order/:orderNbr, which belongs to ${LIVE}`],
    ['/Service-Order/000019/', `overlaps /service-order/:orderNbr, which belongs to ${LIVE}`],
    ['/service-orders/archive', `is among the pages of /service-orders, which belongs to ${LIVE}`],
    ['/', `belongs to ${LIVE}`],
    ['/warranty/:nbr', `overlaps /warranty/new, which belongs to ${SOON}`],
    ['/*', 'matches the pages of all other remotes. Choose another one.'],
    ['/:page', 'matches the pages of all other remotes. Choose another one.'],
    ['/serviceorder/:id', "belongs to the portal's server, which answers /serviceOrder. Choose another one."],
  ])('%s is refused with the reason', (route, reason) => {
    const { conflicts } = find('intruder', { routes: [route] }, [ORDERS, CLAIMS]);
    expect(conflicts).toEqual([expect.stringContaining(`its route ${route} ${reason}`)]);
  });

  it('is accepted if nobody owns it', () => {
    const routes = [
      '/invoices',
      '/invoice/:nbr',
      '/service-orders-archive',
      '/notification-preferences/:tab',
    ];
    expect(find('invoices', { routes }, [ORDERS, CLAIMS]).conflicts).toEqual([]);
  });

  it('stays with its remote, even among the pages of another remote', () => {
    const routes = ['/service-orders/letters'];
    expect(find('letters', { routes }, [ORDERS, live('letters', { routes })]).conflicts).toEqual([]);
  });

  it.each([
    [
      'intruder',
      '/service-order/:nbr/notes',
      ['belongs to orders, to which the operator gave /service-order.'],
    ],
    [
      'warranty',
      '/claims',
      ['is outside the routes that the operator gave to warranty: /service-order/warranty.'],
    ],
    ['warranty', '/service-order/warranty/:nbr', []],
  ])('of %s must follow the operator’s list of owners: %s', (name, route, reasons) => {
    const owners = new Map([
      ['orders', ['/', '/service-order', '/service-orders']],
      ['warranty', ['/service-order/warranty']],
    ]);
    expect(find(name, { routes: [route] }, [ORDERS], owners).conflicts).toEqual(
      reasons.map((reason) => `its route ${route} ${reason} Choose another one.`),
    );
  });
});

it.each([
  [' LOGOUT ', 100, ["could be taken for the portal's Logout. Choose another label."]],
  ['all service orders ', 100, ['could be taken for one of orders@1.0.0. Choose another label.']],
  ['Invoices', 15, ["has the order 15, among the portal's own entries. Use 100 or more."]],
  ['Log of outages', 100, []],
])('the entry "%s" in the drawer, with the order %i, is refused with the reason', (label, order, reasons) => {
  const entry = { path: '/orders', icon: 'M0 0' };
  const orders = live('orders', { navigation: [{ ...entry, label: 'All Service Orders', order: 20 }] });
  const { conflicts } = find('invoices', { navigation: [{ ...entry, label, order }] }, [orders]);
  expect(conflicts).toEqual(reasons.map((reason) => `its entry "${label}" ${reason}`));
});

describe('a widget', () => {
  const ASIDE = { id: 'orders/order.aside@2', props: { orderNbr: 'string', status: 'string' } } as const;
  const LIST = { id: 'orders/list@1', props: {} };
  const widget = (slot: string = ASIDE.id, when?: Widget['when']): Widget => ({
    name: 'claim',
    slot,
    height: 120,
    ...(when && { when }),
  });

  it.each<[Widget, string[]]>([
    [widget(ASIDE.id, { status: 'Open' }), []],
    [widget(LIST.id), []],
    [
      widget('orders/order.aside@1'),
      [
        'needs the slot orders/order.aside@1, which no live version or canary of orders offers. Use orders/order.aside@2.',
      ],
    ],
    [
      widget('invoices/list@1'),
      [
        'needs the slot invoices/list@1, which no live version or canary of invoices offers. Release invoices with it first.',
      ],
    ],
    [
      widget(ASIDE.id, { kind: 'done' }),
      ['appears by kind, which orders/order.aside@2 does not have. Its props: orderNbr, status.'],
    ],
  ])('is refused with the reason if no slot can show it: %j', (offered, reasons) => {
    const beside = [live('orders', { slots: [ASIDE] }), canary('visits', { slots: [LIST] })];
    expect(find('warranty', { widgets: [offered] }, beside).conflicts).toEqual(
      reasons.map((reason) => `its widget claim ${reason}`),
    );
  });

  it('loses its slot to a version of the owner, with a warning', () => {
    const beside = [live('warranty', { widgets: [widget()] })];
    expect(find('orders', { slots: [ASIDE] }, beside)).toEqual({ conflicts: [], warnings: [] });
    expect(find('orders', {}, beside)).toEqual({
      conflicts: [],
      warnings: [
        `orders@2.0.0 lacks the slot ${ASIDE.id}, so it does not show the widget claim of warranty@1.0.0, which is live.`,
      ],
    });
  });
});
