import type { RemoteModule, Widget } from '@portal/contract';
import { RemoteScopeContext, ShellServicesContext } from '@portal/remote/services';
import { screen, waitFor } from '@testing-library/react';
import { use, useReducer } from 'react';
import { broken, Throws } from '../testing/failing-remotes';
import { loaded, openScreen, remoteLoads } from '../testing/portal';
import { inVersion, login, orders, registryOf, withWidgets } from '../testing/registry';
import { listenToBeacons, reports } from '../testing/reports';
import { callsOf } from '../testing/server';

const SLOT = 'orders/order.aside@1';

const widget = (name: string, more: Partial<Widget> = {}): Widget => ({
  name,
  slot: SLOT,
  height: 160,
  ...more,
});

const visits = withWidgets('visits', 'Visits', [widget('next')]);
const warranty = (...widgets: Widget[]) => withWidgets('warranty', 'Warranty', widgets);

const routes: RemoteModule['routes'] = [{ path: '/warranty', title: 'Warranty', Component: () => null }];

type Components = Readonly<Record<string, NonNullable<RemoteModule['widgets']>[string]['Component']>>;

/** From now on, the remote has these widgets. */
const remoteHas = (name: string, components: Components) => {
  const widgets = Object.fromEntries(
    Object.entries(components).map(([key, Component]) => [key, { Component }]),
  );
  remoteLoads(name, () => Promise.resolve({ routes, widgets }));
};

const OrderScreen = () => {
  const { Widgets } = use(ShellServicesContext);
  return (
    <>
      <h1>Order</h1>
      {Widgets && <Widgets slot={SLOT} props={{ orderNbr: '000019', status: 'Open' }} />}
      <p>The whole log</p>
    </>
  );
};

/** Opens an order whose screen has the slot. */
const openOrder = async (...remotes: Parameters<typeof registryOf>) => {
  remoteLoads('orders', async () => ({
    routes: [{ path: '/service-orders', title: 'Order', Component: OrderScreen }],
  }));
  await openScreen('/service-orders', 'Order', { registry: registryOf(login, orders, ...remotes) });
};

const orderIsWhole = () => expect(screen.getByText('The whole log')).toBeVisible();

const isUnavailable = async (title: string) =>
  expect(await screen.findByText(`${title} is not available right now`)).toBeVisible();

// React logs errors that a boundary caught.
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  listenToBeacons();
});
afterEach(() => jest.restoreAllMocks());

it('shows the widgets of all remotes in their order, where the props of the slot match', async () => {
  remoteHas('visits', { next: ({ orderNbr }) => <p>Next visit of {orderNbr}</p> });
  remoteHas('warranty', {
    claim: () => <p>Claim it</p>,
    terms: () => <p>Terms</p>,
    renew: () => <p>Renew it</p>,
  });
  const closed = widget('renew', { when: { status: 'Closed' } });
  const open = widget('claim', { order: 10, when: { status: 'Open' } });
  await openOrder(warranty(widget('terms', { order: 2000 }), closed, open), visits);
  await screen.findByText('Terms');
  const places = screen.getAllByRole('group').map((place) => place.textContent);
  expect(places).toEqual(['Claim it', 'Next visit of 000019', 'Terms']);
});

it('loads and renders nothing in a page whose remotes have no widgets', async () => {
  const requests = callsOf('GET');
  await openOrder(inVersion(orders, '0.9.0'));
  expect(screen.queryByRole('group')).not.toBeInTheDocument();
  expect(loaded()).toEqual(['orders@1.0.0 0']);
  expect(requests).toEqual(['/auth-check']);
});

it('keeps the height of a widget from before it arrives until after it fails', async () => {
  remoteLoads('warranty', () => new Promise(() => undefined));
  remoteLoads('visits', () => broken());
  await openOrder(warranty(widget('claim')), visits);
  orderIsWhole();
  await isUnavailable('Visits');
  for (const title of ['Warranty', 'Visits'])
    expect(screen.getByRole('group', { name: title })).toHaveStyle({ blockSize: '10rem', overflow: 'auto' });
});

const Floods = () => {
  const [renders, renderAgain] = useReducer((before: number) => before + 1, 0);
  renderAgain();
  return renders;
};

it.each([
  ['throws', { claim: Throws }],
  ['renders forever', { claim: Floods }],
  ['is missing in its module', {}],
])('a widget that %s leaves the screen and other widgets alone, and is reported', async (_, components) => {
  remoteHas('warranty', components);
  remoteHas('visits', { next: () => <p>Tomorrow</p> });
  await openOrder(warranty(widget('claim')), visits);
  await isUnavailable('Warranty');
  orderIsWhole();
  expect(screen.getByText('Tomorrow')).toBeVisible();
  const reported = expect.stringMatching(/^(gave-up|crashed) warranty@1.0.0 render$/);
  await waitFor(async () => expect(await reports()).toContainEqual(reported));
});

it('takes the previous version of the remote for all of its widgets if one throws', async () => {
  const previous = inVersion(warranty(), '0.9.0');
  remoteLoads('warranty', async (_, version) => ({
    routes,
    widgets: {
      claim: { Component: version === '1.0.0' ? Throws : () => <p>Claim it</p> },
      terms: { Component: () => <p>Terms of {version}</p> },
    },
  }));
  await openOrder(warranty(widget('claim'), widget('terms')), previous);
  expect(await screen.findByText('Claim it')).toBeVisible();
  expect(await screen.findByText('Terms of 0.9.0')).toBeVisible();
  expect(await reports()).toEqual(
    expect.arrayContaining(['fell-back warranty@1.0.0 render', 'shown warranty@0.9.0']),
  );
});

it('tries a remote that does not arrive again, and a remote without widgets is not loaded', async () => {
  remoteLoads('warranty', (attempt) =>
    attempt === 0
      ? broken()
      : Promise.resolve({ routes, widgets: { claim: { Component: () => <p>Claim it</p> } } }),
  );
  await openOrder(warranty(widget('claim')), withWidgets('old', 'Old', []));
  expect(await screen.findByText('Claim it')).toBeVisible();
  expect(loaded()).toEqual(['orders@1.0.0 0', 'warranty@1.0.0 0', 'warranty@1.0.0 1']);
});

it('gives each widget its own props, its own remote and its texts', async () => {
  const Takes = (props: Record<string, unknown>) => {
    Reflect.set(props, 'orderNbr', 'another');
    return <p>{use(RemoteScopeContext)?.name}</p>;
  };
  remoteHas('warranty', { claim: Takes });
  remoteHas('visits', { next: ({ orderNbr }) => <p>Next visit of {orderNbr}</p> });
  await openOrder(warranty(widget('claim')), visits);
  expect(await screen.findByText('warranty')).toBeVisible();
  expect(await screen.findByText('Next visit of 000019')).toBeVisible();
});
