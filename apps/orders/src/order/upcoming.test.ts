import { upcomingOf } from './upcoming';

const NOW = new Date('2026-03-01T08:00:00Z');
const order = (event: object, date?: string) => ({
  Date: date,
  Description: 'Boiler',
  events: [{ created_at: undefined, ...event }],
});
const datesOf = (event: object, date?: string) => upcomingOf(order(event, date), NOW).map(({ at }) => at);

it('finds the dates that an event names', () => {
  expect(datesOf({ summary: 'Visit', body: '<p>on 2026-03-04, or at 2026-03-05T09:00:00Z</p>' })).toEqual([
    '2026-03-04',
    '2026-03-05T09:00:00Z',
  ]);
});

test.each([
  '<a href="https://example.com/2026-03-04/report">Report</a>',
  'See https://example.com/2026-03-04/report.pdf',
  '<img src="x" title="2026-03-04">',
  'Invoice R-2026-03-04-7',
])('finds no date in %s', (body) => {
  expect(datesOf({ summary: 'Visit', body })).toEqual([]);
});

it('names each date once, although order and event spell it differently', () => {
  const event = { summary: 'Boiler', created_at: '2026-03-04T00:00:00Z', body: 'On 2026-03-04.' };
  expect(datesOf(event, '2026-03-04T00:00:00+00:00')).toHaveLength(1);
});
