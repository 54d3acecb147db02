import { screen, within } from '@testing-library/react';
import { EN, respond, setViewport, show } from '../testing/orders-page';
import { formatBriefly, formatMoment, formatVisit } from '../values/dates';

const AT = '2026-03-01T10:00:00Z';
const ORDERS = [
  { ServiceOrderNbr: { value: '1' }, Description: 'Oldest', LastModifiedDateTime: '2026-01-01' },
  { ServiceOrderNbr: 'A/3', Description: 'Newest', Status: 'Hold', LastModifiedDateTime: AT },
  { ServiceOrderNbr: { value: '2' }, Description: 'Undated' },
  { Description: { value: 'No number' }, LastModifiedDateTime: { value: '2026-02-01T00:00:00Z' } },
];

beforeEach(() => respond('list', ORDERS));

const rowsOf = async () => (await screen.findAllByRole('row')).slice(1);

it('lists all orders by last modification, newest first', async () => {
  const formatters = jest.spyOn(Intl, 'DateTimeFormat');
  show('/service-orders');
  expect(screen.getByRole('heading', { level: 1, name: 'My Service Orders' })).toBeVisible();
  const texts = (await rowsOf()).map((row) => within(row).getAllByRole('cell')[0]?.textContent);
  expect(texts).toEqual(['Newest', 'No number', 'Oldest', 'Undated']);
  // One for dates, and one for moments: each is slow to create.
  expect(formatters).toHaveBeenCalledTimes(2);
});

it('shows number, description, status and last update of each order from 900 px, and links to its detail', async () => {
  setViewport(900);
  show('/service-orders');
  expect(await screen.findByRole('table', { name: 'My Service Orders' })).toBeVisible();
  const headers = screen.getAllByRole('columnheader');
  expect(headers.map(({ textContent }) => textContent).join()).toBe(
    'Order #,Description,Status,Last Updated,Details',
  );
  const row = screen.getByRole('row', { name: /Newest/ });
  expect(within(row).getByRole('rowheader')).toHaveTextContent('A/3');
  expect(within(row).getByText('Hold').closest('.MuiChip-root')).toHaveClass('MuiChip-colorWarning');
  expect(within(row).getByRole('time')).toHaveTextContent(formatMoment(AT, EN) ?? '', {
    normalizeWhitespace: false,
  });
  const link = within(row).getByRole('link', { name: 'View Details of order A/3' });
  expect(link).toHaveTextContent(/^View Details$/);
  expect(link).toHaveAttribute('href', '/service-order/A%2F3');
});

it('shows dashes for missing values, and no link without an order number', async () => {
  respond('list', [{}]);
  show('/service-orders');
  const [row] = await rowsOf();
  expect(row).toHaveTextContent(/^————$/);
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

test.each(['\uD83D7', '.', '..'])(
  'lists an order with the number %j, which no address can hold, without a link',
  async (number) => {
    respond('list', [{ ServiceOrderNbr: number }, { ServiceOrderNbr: '7' }]);
    show('/service-orders');
    expect(await rowsOf()).toHaveLength(2);
    expect(screen.getByRole('link')).toHaveAttribute('href', '/service-order/7');
  },
);

it('shows the same on cards below 900 px, headed by the description', async () => {
  setViewport(899);
  show('/service-orders');
  const list = await screen.findByRole('list', { name: 'My Service Orders' });
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  const cards = within(list).getAllByRole('listitem');
  expect(cards).toHaveLength(4);
  expect(screen.getAllByRole('heading', { level: 2 })[0]).toHaveTextContent(/^Newest$/);
  expect(cards[0]).toHaveTextContent('Order #: A/3');
  expect(screen.getByText('Hold').closest('.MuiChip-root')).toHaveClass('MuiChip-colorWarning');
  expect(cards[0]).toHaveTextContent(formatBriefly(AT, EN) ?? '', { normalizeWhitespace: false });
  expect(screen.getByRole('link', { name: 'View Details of order A/3' })).toBeVisible();
});

test.each([375, 1280])('at %d px, says of an order what it asks, and when its visit is', async (width) => {
  const year = new Date().getFullYear() + 1;
  const visit = { created_at: `${year}-12-03T08:00:00Z`, ends_at: `${year}-12-03T10:00:00Z` };
  const question = { status: 'Waiting for your answer', created_at: AT };
  const asked = { summary: 'Approve the quote of $ 1,240.00', asks: { id: 'q-1' }, created_at: AT };
  respond('list', [
    { ServiceOrderNbr: '1', Description: 'Boiler repair', events: [visit, asked] },
    { ServiceOrderNbr: '2', Description: 'New filters', events: [question] },
  ]);
  setViewport(width);
  show('/service-orders');
  const [first, second] = await screen.findAllByRole(width < 900 ? 'listitem' : 'cell', {
    name: (_, { textContent }) => /Boiler|filters/.test(textContent),
  });
  expect(first).toHaveTextContent('Needs your answer: Approve the quote of $ 1,240.00');
  const date = formatVisit(visit, new Date(), EN, { width: 'short' });
  expect(first?.textContent).toContain(`Next: ${date}`);
  expect(second).toHaveTextContent(/Needs your answer(?!:)/);
});
