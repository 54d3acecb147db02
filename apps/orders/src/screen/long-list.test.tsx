import { act, screen, waitFor, within } from '@testing-library/react';
import DOMPurify from 'dompurify';
import { respond, setViewport, show } from '../testing/orders-page';

const at = (index: number) => new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString();

const ORDERS = Array.from({ length: 130 }, (_, index) => ({
  ServiceOrderNbr: String(index),
  Status: 'Open',
  LastModifiedDateTime: at(index),
}));

/** jsdom has no layout: every item is as high as expected. */
const ROW_PX = 77;
const CARD_PX = 166;
const EVENT_PX = 150;
const heightOf = ({ tagName, parentElement }: Element) =>
  tagName === 'TR' ? ROW_PX : parentElement?.tagName === 'OL' ? EVENT_PX : CARD_PX - 16;

beforeEach(() => {
  jest.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return new DOMRect(0, this.dataset['index'] === undefined ? -window.scrollY : 0, 100, heightOf(this));
  });
  jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
  Object.assign(window, { scrollY: 0 });
});

const scrollTo = (px: number) =>
  act(() => {
    Object.assign(window, { scrollY: px });
    window.dispatchEvent(new Event('scroll'));
  });
/** Opens a screen and scrolls to its top: all tests share a history entry, whose scroll offset is restored. */
const showFromStart = async (path: string, role: string) => {
  const user = show(path);
  await screen.findByRole(role);
  scrollTo(0);
  return user;
};

/** `getAllByRole` is slow for many rows. */
const rows = () => [...document.querySelectorAll('tr:not([aria-hidden])')];
const numbers = () => [...document.querySelectorAll('tbody th')].map(({ textContent }) => textContent);
const print = (type: 'beforeprint' | 'afterprint') => act(() => void window.dispatchEvent(new Event(type)));

describe('a long list of orders', () => {
  beforeEach(() => respond('list', ORDERS));

  it('renders only the rows near the viewport and the row with the focus, but all for printing and for the own search', async () => {
    const user = await showFromStart('/service-orders', 'table');
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '131');
    expect(rows().length).toBeLessThan(40);
    expect(rows().map((row) => row.getAttribute('aria-rowindex'))).toEqual(
      rows().map((_, index) => String(index + 1)),
    );
    scrollTo(100 * ROW_PX);
    const row = screen.getByRole('row', { name: /^100\b/ });
    expect(row).toHaveAttribute('aria-rowindex', '102');
    const link = within(row).getByRole('link', { name: 'View Details of order 100' });
    expect(numbers()).not.toContain('0');
    expect(rows().length).toBeLessThan(40);

    act(() => link.focus());
    scrollTo(0);
    expect(link).toHaveFocus();
    expect(numbers()).toContain('0');

    print('beforeprint');
    expect(rows()).toHaveLength(131);
    print('afterprint');
    expect(rows().length).toBeLessThan(40);

    await user.click(screen.getByRole('button', { name: 'Load all orders' }));
    await waitFor(() => expect(rows()).toHaveLength(131));
    expect(screen.queryByText(/own search/)).not.toBeInTheDocument();
  });

  it('renders only the cards near the viewport, and exposes the total count', async () => {
    setViewport(375);
    await showFromStart('/service-orders', 'list');
    scrollTo(100 * CARD_PX);
    const card =
      screen.getAllByRole('listitem').find(({ ariaSetSize }) => ariaSetSize !== null) ??
      screen.getAllByRole('listitem')[0];
    expect(card).toHaveAttribute('aria-setsize', '130');
    expect(screen.getAllByRole('listitem').length).toBeLessThan(40);
  });
});

it('renders a list of a hundred orders in full', async () => {
  respond('list', ORDERS.slice(0, 100));
  show('/service-orders');
  await screen.findByRole('table');
  expect(rows()).toHaveLength(101);
});

it('sanitizes the bodies of a long event log near the viewport only', async () => {
  const events = Array.from({ length: 80 }, (_, index) => ({
    summary: `Visit ${index}`,
    body: `<p>Words ${index}</p>`,
    created_at: at(index),
  }));
  respond('get', [{ ServiceOrderNbr: '1', events }]);
  const sanitize = jest.spyOn(DOMPurify, 'sanitize');
  show('/service-order/1');
  expect(await screen.findByText('Words 0')).toBeVisible();
  expect(sanitize.mock.calls.length).toBeLessThan(40);
  scrollTo(60 * EVENT_PX);
  expect(screen.getByText('Words 60')).toBeVisible();
  expect(screen.queryByText('Words 0')).not.toBeInTheDocument();
  print('beforeprint');
  expect(screen.getAllByText(/^Words/)).toHaveLength(80);
});
