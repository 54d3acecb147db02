import { RemoteScreens, renderInPortal } from '@portal/harness/testing';
import { PortalThemeProvider } from '@portal/theme';
import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter, useNavigationType } from 'react-router-dom';
import remote from '../remote';
import { BRAND, respond, setViewport, show } from '../testing/orders-page';
import { useView } from './view';

const STATUSES = ['Open', 'Hold', 'Completed', 'Canceled'];

const ORDERS = [
  ...Array.from({ length: 12 }, (_, index) => ({
    ServiceOrderNbr: `N${index}`,
    Description: index === 5 ? 'Boiler (loud)' : 'Lift',
    Status: STATUSES[index % STATUSES.length],
    LastModifiedDateTime: new Date(Date.UTC(2026, 5, 20 - index)).toISOString(),
  })),
  { ServiceOrderNbr: 'undated', Description: 'Last', Date: '2026-03-04T00:00:00+00:00' },
];

const numbers = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);

const open = async (address = '') => {
  respond('list', ORDERS);
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
  await user.paste('june 2026');
  await waitFor(() => expect(screen.getByText('12 of 13 orders')).toBeVisible());
  await user.paste(' nothing');
  expect(await screen.findByText('No orders match')).toBeVisible();
  expect(screen.getByRole('button', { name: 'All' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show all orders' }));
  await waitFor(() => expect(numbers()).toHaveLength(13));
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

it('filters active and done orders, and each status, with the counts that are not zero', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Done (6)' }));
  await waitFor(() => expect(numbers()).toEqual(['N2', 'N3', 'N6', 'N7', 'N10', 'N11']));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Canceled (3)');
  await waitFor(() => expect(numbers()).toEqual(['N3', 'N7', 'N11']));
  expect(screen.getByRole('button', { name: 'Done (3)', pressed: true })).toBeVisible();
  expect(screen.getByRole('option', { name: 'Hold' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'All (3)' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Any status');
  await waitFor(() => expect(numbers()).toHaveLength(13));
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const AHEAD = [
  ...ORDERS,
  { ServiceOrderNbr: 'Q1', Status: 'Open', events: [{ summary: 'Approve the quote', asks: { id: 'q-1' } }] },
  { ServiceOrderNbr: 'Q2', Status: 'Hold', events: [{ status: 'Waiting for you', created_at: inDays(-1) }] },
  { ServiceOrderNbr: 'V1', Status: 'Open', events: [{ summary: 'Yearly check', created_at: inDays(3) }] },
];

it.each([375, 1280])(
  'at %d px, filters the orders that wait for the customer, and those with a visit, and shows all again',
  async (width) => {
    setViewport(width);
    respond('list', AHEAD);
    const user = show('/service-orders');
    const shown = () =>
      screen.getAllByRole('link', { name: /^View Details/ }).map((link) => link.getAttribute('href'));
    const waiting = await screen.findByRole('button', { name: 'Needs your answer (2)' });
    expect(screen.queryByRole('button', { name: /^All/ }) === null).toBe(width < 900);
    await user.dblClick(waiting);
    await waitFor(() => expect(shown()).toEqual(['/service-order/Q1', '/service-order/Q2']));
    expect(screen.getByText('2 of 16 orders')).toHaveAttribute('role', 'status');
    await user.click(screen.getByRole('button', { name: 'Upcoming (1)' }));
    await waitFor(() => expect(shown()).toEqual(['/service-order/V1']));
    await user.click(screen.getByRole('button', { name: 'Upcoming (1)', pressed: true }));
    await waitFor(() => expect(shown()).toHaveLength(16));
    await user.type(screen.getByRole('searchbox'), 'approve quote');
    await waitFor(() => expect(shown()).toEqual(['/service-order/Q1']));
    // They stay, so that nothing moves while the customer types.
    expect(screen.getByRole('button', { name: 'Needs your answer (1)' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Upcoming' })).toBeVisible();
  },
);

it('offers no filter of what the customer does not have, except the chosen one', async () => {
  const { user } = await open('?show=waiting');
  expect(screen.getByRole('button', { name: 'Needs your answer', pressed: true })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Upcoming/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show all orders' }));
  await waitFor(() => expect(numbers()).toHaveLength(13));
  expect(screen.queryByRole('button', { name: /^Needs your answer/ })).not.toBeInTheDocument();
});

it('searches the details of orders, such as a site or a reference', async () => {
  const details = [
    { label: 'Site', value: { value: 'Elm Street 4' } },
    { label: 'Your reference', value: 'PO-2026-118' },
    { label: 'Contact' },
  ];
  respond('list', [...ORDERS, { ServiceOrderNbr: 'D1', details }]);
  const user = show('/service-orders?q=elm');
  await waitFor(() => expect(numbers()).toEqual(['D1']));
  await user.clear(screen.getByRole('searchbox'));
  await user.type(screen.getByRole('searchbox'), 'po-2026-118');
  await waitFor(() => expect(numbers()).toEqual(['D1']));
});

it('lists the statuses by their names in the language of the page', async () => {
  respond('list', ORDERS);
  await remote.loadLanguage?.('de');
  renderInPortal(
    <PortalThemeProvider brand={BRAND} language="de">
      <RemoteScreens {...remote} />
    </PortalThemeProvider>,
    { path: '/service-orders' },
  );
  const options = within(await screen.findByRole('combobox', { name: 'Status' })).getAllByRole('option');
  const names = options.slice(1).map(({ textContent }) => textContent.replace(/ .*/, ''));
  expect(names).toEqual(['Erledigt', 'Offen', 'Pausiert', 'Storniert']);
});

it.each([
  ['Order #', ['N0', 'undated'], ['undated', 'N0']],
  ['Description', ['N5', 'N11'], ['N0', 'N5']],
  ['Status', ['N3', 'undated'], ['N0', 'undated']],
  ['Last Updated', ['N11', 'undated'], ['N0', 'undated']],
])('sorts by %s in both directions, with missing values last', async (name, ascending, descending) => {
  const { user } = await open();
  const header = screen.getByRole('columnheader', { name });
  for (const [direction, ends] of Object.entries({ ascending, descending })) {
    await user.click(within(header).getByRole('button'));
    expect(header).toHaveAttribute('aria-sort', direction);
    await waitFor(() => expect([numbers()[0], numbers().at(-1)]).toEqual(ends));
  }
});

it('applies search, filter and sorting from the URL', async () => {
  const { search } = await open('?q=lift&show=open&status=Hold&sort=-number');
  expect(search).toHaveValue('lift');
  expect(numbers()).toEqual(['N9', 'N1']);
  expect(screen.getByRole('combobox', { name: 'Status' })).toHaveValue('Hold');
  expect(screen.getByRole('button', { name: 'Active (2)', pressed: true })).toBeVisible();
});

it('ignores an unknown sort, and changes the view without an entry in the history', () => {
  const useBoth = () => ({ view: useView(), type: useNavigationType() });
  const { result } = renderHook(useBoth, { wrapper: MemoryRouter });
  act(() => result.current.view[1]({ q: 'lift', sort: 'constructor' }));
  expect(result.current.view[0]).toMatchObject({ q: 'lift', sort: '-updated' });
  expect(result.current.type).toBe('REPLACE');
});

it('sorts cards with the "Sort by" select', async () => {
  setViewport(375);
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Filter and sort' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Oldest first');
  await waitFor(() => expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('N11'));
});

it('offers no tools for ten orders', async () => {
  respond('list', ORDERS.slice(0, 10));
  show('/service-orders');
  await screen.findByRole('table');
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Order #' })).not.toBeInTheDocument();
});

it('returns from an order to the list as it was, with the focus on the order', async () => {
  respond('get', ORDERS.slice(7, 8));
  const { user } = await open('?q=lift&sort=number');
  await user.click(screen.getByRole('link', { name: 'View Details of order N7' }));
  await screen.findByRole('region', { name: 'Order Summary' });
  await user.click(screen.getByRole('link', { name: 'Back to the list' }));
  expect(await screen.findByRole('searchbox')).toHaveValue('lift');
  expect(screen.getByRole('columnheader', { name: 'Order #' })).toHaveAttribute('aria-sort', 'ascending');
  expect(screen.getByRole('link', { name: 'View Details of order N7' })).toHaveFocus();
});

it('shows no link back if the customer did not come from a list', async () => {
  show('/service-order/000069');
  await screen.findByRole('region', { name: 'Order Summary' });
  expect(screen.queryByRole('link', { name: 'Back to the list' })).not.toBeInTheDocument();
});
