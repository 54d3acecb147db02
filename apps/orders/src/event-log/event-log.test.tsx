import { screen, within } from '@testing-library/react';
import { answer, show } from '../testing/orders-page';
import { dateFormats } from '../values/dates';

const { moment } = dateFormats();

const showEvents = async (events: object[] | null) => {
  answer('get', [{ ServiceOrderNbr: '1', events }]);
  show('/service-order/1');
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
  expect(log.getByRole('time')).toHaveTextContent(moment(at) ?? '', { normalizeWhitespace: false });
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

it('removes active content from a body', async () => {
  const log = await showEvents([{ body: '<p onclick="alert(1)">Words</p><script>alert(1)</script>' }]);
  expect(log.getByText('Words').parentElement?.innerHTML).toBe('<p>Words</p>');
});
