import { screen, waitFor, within } from '@testing-library/react';
import { answer, setViewport, show } from '../testing/orders-page';

const STATUSES = ['Open', 'Hold', 'Completed', 'Canceled'];

const ORDERS = [
  ...Array.from({ length: 12 }, (_, index) => ({
    ServiceOrderNbr: `N${index}`,
    Description: index === 5 ? 'Boiler (loud)' : 'Lift',
    Status: STATUSES[index % STATUSES.length],
    LastModifiedDateTime: new Date(Date.UTC(2026, 5, 20 - index)).toISOString(),
  })),
  { ServiceOrderNbr: 'undated', Description: 'Last' },
];

const numbers = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);

const open = async (address = '') => {
  answer('list', ORDERS);
  const user = show(`/service-orders${address}`);
  return { user, search: await screen.findByRole('searchbox', { name: 'Search orders' }) };
};

it('searches number, description, status and date, marks the matches, and announces the number of orders found', async () => {
  const { user, search } = await open();
  await user.click(search);
  await user.paste('boiler (LOUD hold');
  await waitFor(() => expect(numbers()).toEqual(['N5']));
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
    'Boiler',
    '(loud',
    'Hold',
  ]);
  expect(screen.getByText('1 of 13 orders')).toHaveAttribute('role', 'status');
  await user.clear(search);
  await user.paste('Jun 1');
  await waitFor(() => expect(numbers().length).toBeGreaterThan(5));
  await user.paste(' nothing');
  expect(await screen.findByText('No orders match')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show all orders' }));
  await waitFor(() => expect(numbers()).toHaveLength(13));
});

it('finds orders by the month of their date in words', async () => {
  const { user, search } = await open();
  await user.click(search);
  await user.paste('june 2026');
  await waitFor(() => expect(screen.getByText('12 of 13 orders')).toBeVisible());
});

it('closes the filters of a narrow screen with Escape', async () => {
  setViewport(375);
  const { user } = await open();
  const button = screen.getByRole('button', { name: 'Filter and sort' });
  await user.click(button);
  await user.click(screen.getByRole('button', { name: 'Done (6)' }));
  await user.keyboard('{Escape}');
  expect(button).toHaveAttribute('aria-expanded', 'false');
  expect(button).toHaveFocus();
  expect(screen.queryByRole('combobox', { name: 'Sort by' })).not.toBeInTheDocument();
});

it('filters open and done orders, and each status, with counts', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Done (6)' }));
  await waitFor(() => expect(numbers()).toEqual(['N2', 'N3', 'N6', 'N7', 'N10', 'N11']));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Hold (3)');
  await waitFor(() => expect(numbers()).toEqual(['N1', 'N5', 'N9']));
  await user.click(screen.getByRole('button', { name: 'All (13)' }));
  await waitFor(() => expect(numbers()).toHaveLength(13));
});

it('sorts by every column, in both directions, with missing values last', async () => {
  const { user } = await open();
  const header = (name: string) => screen.getByRole('columnheader', { name });
  const press = (name: string) => user.click(within(header(name)).getByRole('button', { name }));
  expect(header('Last Updated')).toHaveAttribute('aria-sort', 'descending');
  await press('Order #');
  expect(header('Order #')).toHaveAttribute('aria-sort', 'ascending');
  await waitFor(() => expect(numbers().slice(0, 4)).toEqual(['N0', 'N1', 'N2', 'N3']));
  await press('Order #');
  await waitFor(() => expect(numbers()[0]).toBe('undated'));
  await press('Status');
  await waitFor(() => expect(numbers().slice(0, 2)).toEqual(['N3', 'N7']));
  await press('Last Updated');
  await press('Last Updated');
  await waitFor(() => expect(numbers()).toEqual(['N11', ...numbers().slice(1, 12), 'undated']));
});

it('applies search, filter and sorting from the URL', async () => {
  const { search } = await open('?q=lift&status=Hold&sort=-number');
  expect(search).toHaveValue('lift');
  expect(numbers()).toEqual(['N9', 'N1']);
  expect(screen.getByRole('combobox', { name: 'Status' })).toHaveValue('Hold');
});

it('sorts cards with the "Sort by" select', async () => {
  setViewport(375);
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Filter and sort' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Oldest first');
  await waitFor(() => expect(screen.getAllByRole('heading', { level: 2 })[0]).toHaveTextContent('N11'));
});

it('offers no tools for ten orders', async () => {
  answer('list', ORDERS.slice(0, 10));
  show('/service-orders');
  await screen.findByRole('table');
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Order #' })).not.toBeInTheDocument();
});
