import { defineRemote, Slot, useNavigate } from '@portal/remote';
import { screen } from '@testing-library/react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { openScreen, remoteLoads } from '../testing/portal';
import { login, orders, preferences, registryOf, withWidgets } from '../testing/registry';
import { listenToBeacons, reports } from '../testing/reports';

const SLOT = 'orders/order.aside@1';

/** What another team's code throws while it is removed. */
const thrown = () =>
  Object.assign(new Error('clean-up'), {
    stack: `Error: clean-up\n    at ${location.origin}/releases/warranty/1.0.0/5.js:1:1`,
  });
const fail = () => {
  throw thrown();
};

const LateFailure = () => {
  useEffect(() => fail, []);
  return <p>Widget</p>;
};
const EarlyFailure = () => {
  useLayoutEffect(() => fail, []);
  return <p>Widget</p>;
};

/** An order with a slot, and the list of orders. */
const Order = () => {
  const navigate = useNavigate();
  const [orderNbr, setOrderNbr] = useState('1');
  return (
    <>
      <h1>Order {orderNbr}</h1>
      <button onClick={() => void navigate('/service-orders')}>Back</button>
      <button onClick={() => setOrderNbr('2')}>Next order</button>
      <Slot name={SLOT} props={{ orderNbr }} />
    </>
  );
};

const remote = defineRemote({
  routes: [
    { path: '/service-orders', title: 'Orders', Component: () => <h1>All of them</h1> },
    { path: '/service-order/:orderNbr', title: 'Order', Component: Order },
  ],
});

const openOrder = async (Widget: () => React.ReactNode) => {
  remoteLoads('orders', async () => remote);
  remoteLoads('warranty', async () => ({
    routes: [{ path: '/warranty', title: 'Warranty', Component: () => null }],
    widgets: { claim: { Component: Widget } },
  }));
  const warranty = withWidgets('warranty', 'Warranty', [
    { name: 'claim', slot: SLOT, height: 100, when: { orderNbr: '1' } },
  ]);
  const user = await openScreen('/service-order/1', 'Order 1', {
    registry: registryOf(login, orders, preferences, warranty),
  });
  expect(await screen.findByText('Widget')).toBeVisible();
  return user;
};

beforeEach(() => {
  listenToBeacons();
  // React logs errors that a boundary caught.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

describe.each([
  ['before', EarlyFailure],
  ['after', LateFailure],
])('a widget whose clean-up throws %s the next paint', (_, Widget) => {
  it.each([
    ['goes back to the list', 'button', 'Back', 'All of them'],
    ['sees the next order, which has no such widget', 'button', 'Next order', 'Order 2'],
    ['opens a screen of another remote', 'link', 'Notifications', 'Notification Preferences'],
    ['logs out', 'button', 'Logout', 'Sign in'],
  ])('is no matter for a customer who %s', async (_what, role, name, next) => {
    const user = await openOrder(Widget);
    await user.click(screen.getByRole(role, { name }));
    expect(await screen.findByRole('heading', { name: next })).toBeVisible();
    expect(screen.queryByText(/not available/)).not.toBeInTheDocument();
    expect(await reports()).toContain('crashed warranty@1.0.0 thrown');
  });
});
