import { screen, within } from '@testing-library/react';
import { answer } from '../testing/answer';
import '../testing/server';
import { show } from '../testing/show';
import { dateFormats } from '../values/date-formats';

const { moment } = dateFormats();

const showEvents = async (events: object[] | null) => {
  answer('get', [{ ServiceOrderNbr: '1', events }]);
  show('/service-order/1');
  return within(await screen.findByRole('region', { name: 'Event Log' }));
};

it('lists the events newest first, whichever way their time is spelled', async () => {
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

it('says of an event what happened, how it stands, who wrote it, when, and the text', async () => {
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

it('shows dashes for what an event does not say', async () => {
  const log = await showEvents([{ summary: {}, status: null }]);
  expect(log.getAllByText('—')).toHaveLength(5);
});

test.each([[[]], [null]])('says so when nothing has happened yet (%j)', async (events) => {
  const log = await showEvents(events);
  expect(log.getByText('Nothing has been logged for this order yet.')).toBeVisible();
});

it('never runs what is in a body', async () => {
  const log = await showEvents([{ body: '<p onclick="alert(1)">Words</p><script>alert(1)</script>' }]);
  expect(log.getByText('Words').parentElement?.innerHTML).toBe('<p>Words</p>');
});
