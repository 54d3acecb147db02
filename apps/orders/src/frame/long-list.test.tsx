import { act, screen, waitFor } from '@testing-library/react';
import DOMPurify from 'dompurify';
import { respond, setViewport, show } from '../testing/orders-page';

const at = (index: number) => new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString();

const ORDERS = Array.from({ length: 130 }, (_, index) => ({
  ServiceOrderNbr: String(index),
  LastModifiedDateTime: at(index),
}));

/** jsdom has no layout: a test says when the end of the list is near. */
let comeNearTheEnd: () => void;

beforeEach(() => {
  const observer = { observe: () => undefined, disconnect: () => undefined };
  const IntersectionObserver = function (report: (entries: { isIntersecting: boolean }[]) => void) {
    comeNearTheEnd = () => act(() => report([{ isIntersecting: true }]));
    return observer;
  };
  Object.assign(window, { IntersectionObserver });
});

/** `getAllByRole` is slow for many rows. */
const rows = () => document.querySelectorAll('tbody tr');
const print = (type: 'beforeprint' | 'afterprint') => act(() => void window.dispatchEvent(new Event(type)));

it('tells the number of all cards', async () => {
  respond('list', ORDERS);
  setViewport(375);
  show('/service-orders');
  const cards = (await screen.findAllByRole('listitem')).filter(({ ariaSetSize }) => ariaSetSize);
  expect(cards).toHaveLength(25);
  expect(cards[24]).toHaveAttribute('aria-posinset', '25');
  expect(cards[24]).toHaveAttribute('aria-setsize', '130');
});

it('sanitizes the first bodies of a long event log only, until it is printed', async () => {
  const events = Array.from({ length: 80 }, (_, index) => ({
    body: `<p>Words ${index}</p>`,
    created_at: at(index),
  }));
  respond('get', [{ ServiceOrderNbr: '1', events }]);
  const sanitized = jest.spyOn(DOMPurify, 'sanitize');
  show('/service-order/1');
  expect(await screen.findByText('Words 24')).toBeVisible();
  expect(sanitized.mock.calls.some(([body]) => body === '<body><p>Words 25</p>')).toBe(false);
  print('beforeprint');
  expect(screen.getAllByText(/^Words/)).toHaveLength(80);
});

it('renders a long event log down to the event that a link leads to', async () => {
  const events = Array.from({ length: 80 }, (_, index) => ({
    summary: `Event ${index}`,
    created_at: at(index),
    ...(index === 60 && { status: 'Waiting for your answer' }),
  }));
  respond('get', [{ ServiceOrderNbr: '1', events }]);
  const user = show('/service-order/1');
  await user.click(await screen.findByRole('link', { name: 'Event 60' }));
  expect(screen.getByText('Event 60', { selector: 'h3 *' }).closest('li')).toHaveFocus();
  expect(screen.queryByText('Event 61')).not.toBeInTheDocument();
});

it('renders the first rows, more near the end, and all for print and on request, also after a visit to an order', async () => {
  respond('list', ORDERS);
  respond('get', [{ ServiceOrderNbr: '120' }]);
  const user = show('/service-orders');
  expect(await screen.findByRole('table')).toHaveAttribute('aria-rowcount', '131');
  expect(rows()).toHaveLength(25);
  comeNearTheEnd();
  await waitFor(() => expect(rows()).toHaveLength(50));
  print('beforeprint');
  expect(rows()).toHaveLength(130);
  print('afterprint');
  expect(rows()).toHaveLength(50);
  await user.click(screen.getByRole('button', { name: 'Load all orders' }));
  await waitFor(() => expect(rows()).toHaveLength(130));
  expect(screen.queryByRole('button', { name: 'Load all orders' })).not.toBeInTheDocument();

  await user.click(screen.getByRole('link', { name: 'View Details of order 120' }));
  await user.click(await screen.findByRole('link', { name: 'Back to the list' }));
  await waitFor(() => expect(screen.getByRole('link', { name: 'View Details of order 120' })).toHaveFocus());
});
