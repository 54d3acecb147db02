import { act, screen, within } from '@testing-library/react';
import DOMPurify from 'dompurify';
import { answer, setViewport, show } from '../testing/orders-page';

const at = (index: number) => new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString();

const ORDERS = Array.from({ length: 50 }, (_, index) => ({
  ServiceOrderNbr: String(index),
  Status: 'Open',
  LastModifiedDateTime: at(index),
}));

/** Ends the browser's work, so that it has time. */
let becomeIdle: () => void;
/** Scrolls an element into sight. */
let comeNear: (element: Element | null) => void;

beforeAll(() => {
  const { IntersectionObserver } = globalThis;
  jest.spyOn(globalThis, 'IntersectionObserver').mockImplementation((callback) => {
    const observer = new IntersectionObserver(callback);
    comeNear = (element) =>
      act(() => callback([{ isIntersecting: true, target: element } as IntersectionObserverEntry], observer));
    return observer;
  });
});

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
    expect(await screen.findByRole('table')).toHaveAttribute('aria-rowcount', '51');
    expect(rows().length).toBeLessThan(51);
    becomeIdle();
    expect(rows().map((row) => row.getAttribute('aria-rowindex'))).toEqual(countUpTo(51));
    const last = rows().at(-1) ?? document.body;
    expect(within(last).getByRole('rowheader')).toHaveTextContent('49');
    expect(within(last).getByRole('link', { name: 'View Details of order 49' })).toHaveAttribute(
      'href',
      '/service-order/49',
    );
  });

  it('is the same on cards', async () => {
    setViewport(375);
    show('/service-orders');
    await screen.findByRole('list');
    becomeIdle();
    const cards = screen.getAllByRole('listitem');
    expect(cards.map((card) => card.getAttribute('aria-posinset'))).toEqual(countUpTo(50));
    expect(cards[0]).toHaveAttribute('aria-setsize', '50');
    expect(cards.at(-1)).toHaveTextContent('49');
  });

  it('is printed as a whole', async () => {
    show('/service-orders');
    await screen.findByRole('table');
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(rows()).toHaveLength(51);
  });

  it('keeps the focus on a row that comes near', async () => {
    show('/service-orders');
    await screen.findByRole('table');
    becomeIdle();
    const link = () => screen.getByRole('link', { name: 'View Details of order 25' });
    const far = link();
    act(() => far.focus());
    comeNear(far.closest('tbody'));
    expect(link()).not.toBe(far);
    expect(link()).toHaveFocus();
  });
});

it('sanitizes the bodies of a long event log a few at a time', async () => {
  const events = Array.from({ length: 40 }, (_, index) => ({
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
  expect(sanitize).toHaveBeenCalledTimes(40);
});
