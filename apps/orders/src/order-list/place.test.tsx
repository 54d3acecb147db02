import { screen } from '@testing-library/react';
import { answer, show } from '../testing/orders-page';

const ORDERS = Array.from({ length: 30 }, (_, index) => ({
  ServiceOrderNbr: String(index),
  Description: `Visit ${index}`,
  LastModifiedDateTime: new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString(),
}));

beforeEach(() => {
  // jsdom has no layout: every order is on the screen.
  jest.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 77));
  answer('list', ORDERS);
  answer('get', ORDERS.slice(7, 8));
});

afterEach(() => jest.restoreAllMocks());

it('returns from an order to the list as it was, with the focus on the order', async () => {
  const user = show('/service-orders?q=visit&sort=number');
  await screen.findByRole('searchbox');
  await user.click(await screen.findByRole('link', { name: 'View Details of order 7' }));
  await screen.findByRole('region', { name: 'Order Summary' });
  await user.click(screen.getByRole('link', { name: 'Back to the list' }));
  expect(await screen.findByRole('searchbox')).toHaveValue('visit');
  expect(screen.getByRole('columnheader', { name: 'Order #' })).toHaveAttribute('aria-sort', 'ascending');
  expect(screen.getByRole('link', { name: 'View Details of order 7' })).toHaveFocus();
});

it('shows no link back if the customer did not come from a list', async () => {
  show('/service-order/7');
  await screen.findByRole('region', { name: 'Order Summary' });
  expect(screen.queryByRole('link', { name: 'Back to the list' })).not.toBeInTheDocument();
});
