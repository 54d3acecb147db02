import type { Widget } from '@portal/contract';
import { buildNamed, REMOTE_BUILD, writeBuild } from '@portal/releases/testing';
import { descriptorOf, useReleases } from '../../testing/some-releases';

const releases = useReleases();

const refused = (message: string) => ({ name: 'ReleaseError', message });

it('a second remote cannot be the sign-in', async () => {
  await releases.publishVersion('sign-in', '1.0.0', { access: 'anonymous' });
  await releases.release('login', '1.0.0', { access: 'anonymous' });
  await expect(releases.promoteVersion('sign-in', '1.0.0')).rejects.toMatchObject(
    refused(
      'sign-in@1.0.0 is refused: its access is "anonymous", and sign-in belongs to login@1.0.0, which is live. Only one remote can have it.',
    ),
  );
});

it('a shell must run live remotes and canaries', async () => {
  await releases.release('login', '1.0.0', { requires: { shell: '>=1.0.0' } });
  await releases.release('orders', '1.0.0');
  await releases.publishVersion('orders', '1.1.0', { requires: { shell: '1.x' } });
  await releases.canaryOf('orders', '1.1.0', 10);
  await releases.publishVersion('shell', '2.0.0');
  await expect(releases.promoteVersion('shell', '2.0.0')).rejects.toMatchObject(
    refused(
      'shell@2.0.0 is refused: orders@1.0.0 requires shell ^1.0.0, and the shell is 2.0.0; orders@1.1.0 requires shell 1.x, and the shell is 2.0.0. Promote versions that run in both shells first.',
    ),
  );
});

it.each(['provider-app', 'provider_app'])(
  'the federation name %s of another remote is refused, also of a version that is not live',
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
  },
);

describe('a route', () => {
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
    const owners = new Map([
      ['orders', ['/', '/service-order', '/service-orders']],
      ['warranty', ['/service-order/warranty']],
    ]);
    releases.context.owners = owners;
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

describe('a widget', () => {
  const ASIDE = { id: 'orders/order.aside@2', props: { orderNbr: 'string', status: 'string' } } as const;

  beforeEach(() => releases.release('orders', '1.0.0', { slots: [ASIDE] }));

  const widget = (slot: string = ASIDE.id, more: Partial<Widget> = {}): Widget => ({
    name: 'claim',
    slot,
    height: 120,
    ...more,
  });

  const offer = (...widgets: Widget[]) => releases.publishVersion('warranty', '1.0.0', { widgets });

  it.each([
    [
      widget('orders/order.aside@1'),
      'its widget claim needs the slot orders/order.aside@1, which no live version or canary of orders offers. Use orders/order.aside@2.',
    ],
    [
      widget('invoices/list@1'),
      'its widget claim needs the slot invoices/list@1, which no live version or canary of invoices offers. Release invoices with it first.',
    ],
    [
      widget(ASIDE.id, { when: { kind: 'done' } }),
      'its widget claim appears by kind, which orders/order.aside@2 does not have. Its props: status, orderNbr.',
    ],
  ])('a widget that no slot can show is refused with the reason', async (refused, reason) => {
    await expect(offer(refused)).rejects.toThrow(`warranty@1.0.0 is refused: ${reason}`);
    expect(await releases.stateOf('warranty')).toBeUndefined();
  });

  it('a widget is accepted in a slot of a live version, and of a canary', async () => {
    await offer(widget(ASIDE.id, { when: { status: 'Open' } }));
    await releases.publishVersion('orders', '1.1.0', { slots: [ASIDE, { id: 'orders/list@1', props: {} }] });
    await releases.canaryOf('orders', '1.1.0', 10);
    await releases.release('warranty', '1.1.0', { widgets: [widget('orders/list@1')] });
    expect(await releases.stateOf('warranty')).toMatchObject({ live: '1.1.0' });
  });

  it('foreign slots, widgets in own slots, and names that are there twice are faults of the descriptor', async () => {
    const foreign = { slots: [ASIDE, ASIDE], widgets: [widget(), widget('warranty/a@1')] };
    await expect(releases.publishVersion('warranty', '1.0.0', foreign)).rejects.toThrow(
      `The descriptor of warranty is not valid: /slots/0/id "${ASIDE.id}" does not start with warranty/; ` +
        `/slots/1/id "${ASIDE.id}" does not start with warranty/; ` +
        '/widgets/1/slot "warranty/a@1" is its own: render the component there instead; ' +
        `/slots names ${ASIDE.id} twice; /widgets names claim twice.`,
    );
  });

  it('a version that drops a slot of live widgets is released with a warning, also by a rollback', async () => {
    await releases.release('orders', '0.9.0');
    await releases.promoteVersion('orders', '1.0.0');
    await offer(widget());
    expect(await releases.publishVersion('orders', '1.1.0')).toMatchObject({ warnings: [] });
    await releases.promoteVersion('warranty', '1.0.0');
    const lacks = (version: string) =>
      `orders@${version} lacks the slot ${ASIDE.id}, so it does not show the widget claim of warranty@1.0.0, which is live.`;
    expect(await releases.promoteVersion('orders', '1.1.0')).toMatchObject({ warnings: [lacks('1.1.0')] });
    expect(await releases.publishVersion('orders', '1.2.0')).toMatchObject({ warnings: [lacks('1.2.0')] });
    expect(await releases.rollback('orders')).toMatchObject({ warnings: [] });
    expect(await releases.rollback('orders')).toMatchObject({ warnings: [lacks('0.9.0')] });
  });
});
