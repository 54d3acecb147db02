import { screen, within } from '@testing-library/react';
import DOMPurify from 'dompurify';
import type { Brand } from '@portal/contract';
import type { JsonBodyType } from 'msw';
import { BRAND, EN, respond, show } from '../testing/orders-page';
import { formatMoment } from '../values/dates';

const showEvents = async (events: JsonBodyType, brand?: Brand) => {
  respond('get', [{ ServiceOrderNbr: '1', events }]);
  show('/service-order/1', brand);
  return within(await screen.findByRole('region', { name: 'Event Log' }));
};

it('lists events newest first, by created_at or createdDateTime', async () => {
  const log = await showEvents([
    { summary: 'Received', created_at: '2026-03-01T08:00:00Z' },
    { summary: 'Undated' },
    { summary: { value: 'Repaired' }, createdDateTime: { value: '2026-03-03T08:00:00Z' } },
    { summary: 'Part ordered', created_at: '2026-03-02T08:00:00Z' },
  ]);
  expect(log.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
    'Repaired',
    'Part ordered',
    'Received',
    'Undated',
  ]);
});

it('shows summary, status, author, time and body of an event', async () => {
  const at = '2026-03-04T12:34:00Z';
  const log = await showEvents([
    {
      summary: 'Part ordered',
      body: '<p>It is <b>blue</b>.</p>',
      created_by: 'Dana',
      created_at: at,
      status: 'Done',
    },
  ]);
  expect(log.getByRole('heading', { level: 3, name: 'Part ordered' })).toBeVisible();
  expect(log.getByText('Done')).toBeVisible();
  expect(log.getByText('Dana')).toBeVisible();
  expect(log.getByRole('time')).toHaveTextContent(formatMoment(at, EN) ?? '', { normalizeWhitespace: false });
  expect(log.getByText('blue').tagName).toBe('B');
});

it('shows dashes for missing values', async () => {
  const log = await showEvents([{ summary: {}, status: null }]);
  expect(log.getAllByText('—')).toHaveLength(5);
});

test.each([[[]], [null]])('shows a message without events (%j)', async (events) => {
  const log = await showEvents(events);
  expect(log.getByText('Nothing has been logged for this order yet.')).toBeVisible();
});

it('shows a message in place of a body that cannot be shown, and the other events', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(window, 'reportError').mockImplementation(() => undefined);
  const { sanitize } = DOMPurify;
  jest.spyOn(DOMPurify, 'sanitize').mockImplementation((body, config) => {
    if (typeof body === 'string' && body.includes('Odd words'))
      throw new RangeError('Maximum call stack size exceeded');
    return sanitize(body, config);
  });
  const log = await showEvents([
    { summary: 'Odd', body: '<p>Odd words</p>' },
    { summary: 'Usual', body: '<p>It is repaired.</p>' },
  ]);
  expect(log.getByRole('heading', { name: 'Odd' })).toBeVisible();
  expect(log.getByText('This text cannot be shown here. Please ask us about it.')).toBeVisible();
  expect(log.getByText('It is repaired.')).toBeVisible();
  jest.restoreAllMocks();
});

describe('pictures', () => {
  const REMOTE = 'https://example.com/pump.png';
  const INLINE = 'data:image/png;base64,AA==';
  const body = `<p>Before<img alt="Pump" src="${REMOTE}"><img alt="Plan" src="${INLINE}">after</p>`;

  it.each<[string, string, Brand['eventImages'], string[]]>([
    ['by default', body, undefined, [REMOTE, INLINE]],
    ['without consent if none come from other servers', `<img alt="Plan" src="${INLINE}">`, 'ask', [INLINE]],
  ])('are shown %s', async (_, html, eventImages, shown) => {
    const log = await showEvents([{ body: html }], { ...BRAND, eventImages });
    const sources = log.getAllByRole('img', { name: /Pump|Plan/ }).map((image) => image.getAttribute('src'));
    expect(sources).toEqual(shown);
    expect(screen.queryByRole('button', { name: 'Show pictures' })).not.toBeInTheDocument();
  });

  it('from other servers need the customer’s consent, once for the order, if eventImages is "ask"', async () => {
    respond('get', [{ ServiceOrderNbr: '1', events: [{ body }, { body }] }]);
    const user = show('/service-order/1', { ...BRAND, eventImages: 'ask' });
    const log = within(await screen.findByRole('region', { name: 'Event Log' }));
    const [first] = log.getAllByRole('button', {
      name: 'Show pictures',
      description: 'They are on other servers, which could tell that you read this.',
    });
    expect(document.querySelector(`[src="${REMOTE}"]`)).toBeNull();
    expect(log.getAllByRole('img', { name: 'Plan' })).toHaveLength(2);
    expect(log.getAllByText('Pump')).toHaveLength(2);

    await user.click(first ?? document.body);
    const [shown, other] = log.getAllByRole('img', { name: 'Pump' });
    expect(other).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show pictures' })).not.toBeInTheDocument();
    expect(document.activeElement).toContainElement(shown ?? null);
    expect(document.activeElement).toHaveAttribute('tabindex', '-1');
  });
});
