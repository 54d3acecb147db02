import { act, render, screen, within } from '@testing-library/react';
import DOMPurify from 'dompurify';
import { answer, setViewport, show } from '../testing/orders-page';
import { Chunks } from './chunks';

const at = (index: number) => new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString();

const ORDERS = Array.from({ length: 120 }, (_, index) => ({
  ServiceOrderNbr: String(index),
  Status: 'Open',
  LastModifiedDateTime: at(index),
}));

/** Ends the browser's work, so that it has time. */
let becomeIdle: () => void;
/** Says what the browser says of a chunk that comes near the viewport. */
const comeNear = (chunk: Element | undefined) =>
  act(
    () =>
      void chunk?.dispatchEvent(
        Object.assign(new Event('contentvisibilityautostatechange'), { skipped: false }),
      ),
  );

beforeEach(() => {
  const waiting: (() => void)[] = [];
  becomeIdle = () => act(() => waiting.forEach((run) => run()));
  Object.assign(window, {
    requestIdleCallback: (run: () => void) => waiting.push(run),
    cancelIdleCallback: (request: number) => (waiting[request - 1] = () => undefined),
  });
});

const rows = () => screen.getAllByRole('row');
const countUpTo = (last: number) => Array.from({ length: last }, (_, index) => String(index + 1));

describe('a long list of orders', () => {
  beforeEach(() => answer('list', ORDERS));

  it('is usable before all of it is there, says how long it is, and keeps its order', async () => {
    show('/service-orders');
    expect(await screen.findByRole('table')).toHaveAttribute('aria-rowcount', '121');
    expect(rows().length).toBeLessThan(121);
    becomeIdle();
    expect(rows().map((row) => row.getAttribute('aria-rowindex'))).toEqual(countUpTo(121));
    const last = rows().at(-1) ?? document.body;
    expect(within(last).getByRole('rowheader')).toHaveTextContent('119');
    expect(within(last).getByRole('link', { name: 'View Details of order 119' })).toHaveAttribute(
      'href',
      '/service-order/119',
    );
  });

  it('is the same on cards', async () => {
    setViewport(375);
    show('/service-orders');
    await screen.findByRole('list');
    becomeIdle();
    const cards = screen.getAllByRole('listitem');
    expect(cards.map((card) => card.getAttribute('aria-posinset'))).toEqual(countUpTo(120));
    expect(cards[0]).toHaveAttribute('aria-setsize', '120');
    expect(cards.at(-1)).toHaveTextContent('119');
  });

  it('is printed as a whole', async () => {
    show('/service-orders');
    await screen.findByRole('table');
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(rows()).toHaveLength(121);
  });
});

it('shows what comes near, and shows it at once when the customer comes back', () => {
  const items = Array.from({ length: 30 }, (_, index) => `Item ${index}`);
  const list = (
    <Chunks
      items={items}
      source={items}
      size={10}
      itemPx={20}
      Box={(props) => <div data-testid="chunk" {...props} />}
      Item={({ item }) => <p>{item}</p>}
    />
  );
  const { unmount } = render(list);
  expect(screen.queryByText('Item 20')).not.toBeInTheDocument();
  comeNear(screen.getAllByTestId('chunk')[2]);
  expect(screen.getByText('Item 20')).toBeVisible();
  unmount();
  render(list);
  expect(screen.getByText('Item 20')).toBeVisible();
  expect(screen.queryByText('Item 10')).not.toBeInTheDocument();
});

it('fills no more than a thousand items of its own accord, and all for print', () => {
  const items = Array.from({ length: 1100 }, (_, index) => `Item ${index}`);
  render(
    <Chunks
      items={items}
      source={items}
      size={100}
      itemPx={20}
      Box={(props) => <div {...props} />}
      Item={({ item }) => <p>{item}</p>}
    />,
  );
  becomeIdle();
  expect(screen.getByText('Item 999')).toBeVisible();
  expect(screen.queryByText('Item 1000')).not.toBeInTheDocument();
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(screen.getByText('Item 1000')).toBeVisible();
});

it('leaves a list of a few orders as it is', async () => {
  answer('list', ORDERS.slice(0, 100));
  show('/service-orders');
  const table = await screen.findByRole('table');
  expect(rows()).toHaveLength(101);
  expect(table.querySelector('tr[role], td[role]')).toBeNull();
});

it('sanitizes the bodies of a long event log a few at a time', async () => {
  const events = Array.from({ length: 60 }, (_, index) => ({
    summary: `Visit ${index}`,
    body: `<p>Words ${index}</p>`,
    created_at: at(index),
  }));
  answer('get', [{ ServiceOrderNbr: '1', events }]);
  const sanitize = jest.spyOn(DOMPurify, 'sanitize');
  show('/service-order/1');
  expect(await screen.findByText('Words 0')).toBeVisible();
  expect(sanitize.mock.calls.length).toBeLessThan(events.length);
  becomeIdle();
  expect(screen.getAllByText(/^Words/).map(({ textContent }) => textContent)).toEqual(
    events.map((_, index) => `Words ${index}`),
  );
  expect(sanitize).toHaveBeenCalledTimes(60);
});
