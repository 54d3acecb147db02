import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { holdResponse } from '@portal/harness/testing';
import { respond, fail, hold, server, show } from '../testing/orders-page';

const ORDER = { ServiceOrderNbr: '000019', Description: 'Boiler repair' };

/** An order has its description twice: as title, and in Order Summary. */
const described = async (description: string) => (await screen.findAllByText(description))[0];

const skeletons = () => document.querySelectorAll('.MuiSkeleton-root');

/** Records the paths of all further requests. */
const recordCalls = () => {
  const calls: string[] = [];
  server.events.on('request:start', ({ request }) => void calls.push(new URL(request.url).pathname));
  return calls;
};

test.each([
  ['/', 'list'],
  ['/', 'get'],
  ['/service-orders', 'list'],
  ['/service-order/000019', 'get'],
] as const)('%s shows skeletons until the %s call responds', async (path, call) => {
  respond('list', [ORDER]);
  respond('get', [ORDER]);
  const { release } = hold(call, [ORDER]);
  const calls = recordCalls();
  show(path);
  await waitFor(() => expect(calls).toContain(`/serviceOrder/${call}`));
  expect(skeletons().length).toBeGreaterThan(0);
  release();
  await waitFor(() => expect(skeletons()).toHaveLength(0));
  expect(await described('Boiler repair')).toBeVisible();
});

test('shows what the list has of an order until the order arrives, and that it failed', async () => {
  const listed = { ...ORDER, events: [{ summary: 'Approve?', status: 'Waiting for you' }] };
  respond('list', [listed]);
  const { held, release } = holdResponse();
  server.respond('*/serviceOrder/get', '', { status: 500, held });
  show('/');
  const summary = within(await screen.findByRole('region', { name: 'Order Summary' }));
  expect(summary.getByText('Boiler repair')).toBeVisible();
  expect(screen.getByText('Approve?')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Event Log' })).not.toBeInTheDocument();
  expect(skeletons().length).toBeGreaterThan(0);
  release();
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load order details.');
  expect(screen.queryByText('Boiler repair')).not.toBeInTheDocument();
});

test('offline, shows no order of which nothing more would arrive', async () => {
  respond('list', [ORDER]);
  respond('get', [ORDER]);
  const user = show('/service-orders');
  const link = await screen.findByRole('link', { name: /^View Details/ });
  act(() => onlineManager.setOnline(false));
  await user.click(link);
  expect(await screen.findByText('You are offline.')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Order Summary' })).not.toBeInTheDocument();
  act(() => onlineManager.setOnline(true));
  expect(await screen.findByRole('region', { name: 'Event Log' })).toBeVisible();
});

test.each([
  ['/', 'list', 'Failed to load order details.'],
  ['/', 'get', 'Failed to load order details.'],
  ['/service-orders', 'list', 'Failed to load service orders'],
  ['/service-order/000019', 'get', 'Failed to load service order.'],
] as const)(
  '%s shows a failure of the %s call, and retries without losing the focus',
  async (path, call, message) => {
    respond('list', [ORDER]);
    respond('get', [ORDER]);
    fail(call);
    const user = show(path);
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    respond(call, [ORDER]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await described('Boiler repair')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(document.body).not.toHaveFocus();
  },
);

test.each([
  ['/', 'list', 'No service orders found.'],
  ['/service-orders', 'list', 'No service orders found'],
  ['/service-order/999999', 'get', 'No service order found.'],
] as const)('%s says that there is nothing if the %s is empty', async (path, call, message) => {
  respond(call, []);
  show(path);
  expect(await screen.findByText(message)).toBeVisible();
});

describe.each([
  ['/', 'get'],
  ['/service-orders', 'list'],
  ['/service-order/000019', 'get'],
] as const)('Refresh of %s', (path, call) => {
  const refresh = (user: ReturnType<typeof show>) =>
    user.click(screen.getByRole('button', { name: 'Refresh' }));

  beforeEach(() => {
    respond('list', [ORDER]);
    respond('get', [ORDER]);
  });

  it('keeps the order on the screen and announces loading, unlike an automatic refresh', async () => {
    const user = show(path);
    await described('Boiler repair');
    const automatic = hold(call, [{ ...ORDER, Description: 'Boiler exchange' }]);
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await screen.findByRole('progressbar', { hidden: true });
    expect(screen.queryByText('Loading…')).not.toBeInTheDocument();
    automatic.release();
    await described('Boiler exchange');

    const { release } = hold(call, [ORDER]);
    await refresh(user);
    expect(await screen.findByText('Loading…')).toBeInTheDocument();
    expect(screen.getAllByText('Boiler exchange')[0]).toBeVisible();
    release();
    await described('Boiler repair');
    await waitFor(() => expect(screen.queryByText('Loading…')).not.toBeInTheDocument());
  });

  it('keeps the order on the screen if it fails, and shows a notice', async () => {
    const user = show(path);
    await described('Boiler repair');
    fail(call);
    await refresh(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load');
    expect(screen.getAllByText('Boiler repair')[0]).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Loading…')).not.toBeInTheDocument());
    respond(call, [{ ...ORDER, Description: 'Boiler exchange' }]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await described('Boiler exchange')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

test('says how old the orders are, until they are new again', async () => {
  const headers = { 'portal-orders-of': '2026-03-05T10:00:00.000Z' };
  server.respond('*/serviceOrder/list', [ORDER], { headers });
  const user = show('/service-orders');
  expect(await screen.findByText(/^As of .*2026.*Newer changes will follow\.$/)).toBeVisible();
  server.respond('*/serviceOrder/list', [ORDER]);
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('Boiler repair')).toBeVisible();
  expect(screen.queryByText(/Newer changes will follow/)).not.toBeInTheDocument();
});
