import { screen, within } from '@testing-library/react';
import { latestOrderNumber } from './latest-order-screen';
import { respond, show } from './testing/orders-page';

const order = (nbr: string, modified: string, status = 'Open') => ({
  ServiceOrderNbr: { value: nbr },
  Status: { value: status },
  LastModifiedDateTime: { value: modified },
});

test.each(['/', '/my-service-order'])('%s shows the most recently modified order', async (path) => {
  show(path);
  expect(screen.getByRole('heading', { level: 1, name: 'Latest Service Order' })).toBeVisible();
  const summary = await screen.findByRole('region', { name: 'Order Summary' });
  expect(within(summary).getByText('000071')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Progress' })).toBeVisible();
  expect(screen.getByRole('region', { name: 'Event Log' })).toBeVisible();
});

it('shows the detail’s data, not the list’s', async () => {
  respond('list', [order('1', '2026-03-05T00:00:00Z'), order('2', '2026-03-06T00:00:00Z')]);
  respond('get', [order('2', '2026-03-06T00:00:00Z', 'Closed')]);
  show('/');
  const summary = await screen.findByRole('region', { name: 'Order Summary' });
  expect(within(summary).getByText('Closed')).toBeVisible();
});

test.each([
  ['its detail is gone', () => respond('get', [])],
  ['it has no number', () => respond('list', [{ ServiceOrderNbr: {} }])],
])('shows that the order is not found if %s', async (_reason, prepare) => {
  prepare();
  show('/');
  expect(await screen.findByText('Service order not found.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'All Service Orders' })).toHaveAttribute('href', '/service-orders');
});

test.each([
  [[['1', '2026-03-01T00:00:00Z'], ['2', 'Thu, 05 Mar 2026 10:00:00 GMT'], ['3', '0001-01-01'], ['4']], '2'],
  [[[undefined, '2026-03-02T00:00:00Z'], ['1']], '1'],
  [[[undefined]], undefined],
] as [[number?: string, modified?: string][], string | undefined][])(
  'of the orders %j, %s is the number of the latest',
  (orders, latest) => {
    const given = orders.map(([ServiceOrderNbr, LastModifiedDateTime]) => ({
      ServiceOrderNbr,
      LastModifiedDateTime,
    }));
    expect(latestOrderNumber(given)).toBe(latest);
  },
);
