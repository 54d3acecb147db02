import { upcomingOf } from './upcoming';

const datesOf = (date: string, at: string) => {
  const order = { Date: date, Description: 'Boiler', events: [{ summary: 'Visit', created_at: at }] };
  return upcomingOf(order, new Date('2026-03-01T08:00:00Z')).map((upcoming) => upcoming.at);
};

it.each([
  ['2026-03-04', '2026-03-05 09:00:00', ['2026-03-04', '2026-03-05T09:00:00Z']],
  ['2026-03-04T00:00:00+00:00', '2026-03-04', ['2026-03-04']],
  ['2026-03-04T00:00:00Z', '2026-03-04T12:00:00Z', ['2026-03-04T12:00:00Z']],
  ['2026-02-28', 'soon', []],
])('an order of %s with an event at %s has the dates %j', (date, at, dates) => {
  expect(datesOf(date, at)).toEqual(dates);
});
