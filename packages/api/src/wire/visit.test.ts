import { isAhead } from './time-zone';
import { nextVisit, type isUpcoming } from './visit';

type Event = Parameters<typeof isUpcoming>[0];

test.each([
  ['2026-03-05', '2026-03-05T01:00:00Z', 'America/Los_Angeles', true],
  ['2026-03-05', '2026-03-04T12:00:00Z', 'Pacific/Auckland', false],
  ['2026-03-05T02:00:00Z', '2026-03-05T01:00:00Z', 'America/Los_Angeles', true],
  ['2026-03-05T00:30:00Z', '2026-03-05T01:00:00Z', 'America/Los_Angeles', false],
  ['2026-03-05T00:00:00Z', '2026-03-05T01:00:00Z', 'America/Los_Angeles', false],
  ['soon', '2026-03-05T01:00:00Z', 'UTC', false],
  ['2026-13-45', '2026-03-05T01:00:00Z', 'UTC', false],
])('%s is ahead at %s in %s: %s', (text, now, timeZone, expected) => {
  expect(isAhead(text, new Date(now), timeZone)).toBe(expected);
});

const TODAY = '2026-03-04';

test.each<[string, Event[], number | undefined]>([
  ['the first of the future events', [{ created_at: '2026-04-01' }, { createdDateTime: '2026-03-06' }], 1],
  ['one today without a time, if it is planned', [{ created_at: TODAY, status: 'Planned' }], 0],
  ['one that begins at midnight, until it has begun', [{ created_at: '2026-03-05T00:00:00Z' }], 0],
  ['none that began at midnight', [{ created_at: '2026-03-04T00:00:00Z', status: 'Planned' }], undefined],
  [
    'none that is canceled',
    [{ created_at: '2026-03-05', status: 'Canceled' }, { created_at: '2026-03-08' }],
    1,
  ],
  ['no note of today', [{ created_at: TODAY, status: 'Done' }], undefined],
  ['one that lasts', [{ created_at: '2026-03-01', ends_at: TODAY }], 0],
  ['none that is over', [{ created_at: '2026-03-01', ends_at: '2026-03-03', status: 'Planned' }], undefined],
  ['none without a beginning', [{ ends_at: '2026-03-06' }, { created_at: '2026-03-08' }], 1],
])('the next visit is %s', (_what, events, index) => {
  const next = nextVisit({ status: 'Open', date: null, events }, new Date(`${TODAY}T12:00:00Z`), 'UTC');
  expect(next).toBe(index === undefined ? undefined : events[index]);
});

test.each([
  '2026-03-05',
  '2026-03-05T00:00:00Z',
  '2026-03-05T00:00:00.000-08:00',
  '2026-03-05 00:00',
  '2026-03-05T08:00:00Z',
])('the date %s of an order is a day, also in America', (date) => {
  const order = { status: 'Open', date, events: [] };
  const next = (now: string) => nextVisit(order, new Date(now), 'America/Los_Angeles');
  expect(next('2026-03-05T07:59:00Z')).toEqual({ created_at: '2026-03-05' });
  expect(next('2026-03-05T08:00:00Z')).toBeUndefined();
});
