import { upcomingOf } from './upcoming';

const NOW = new Date(2026, 2, 4, 12);
const titlesOf = (order: Parameters<typeof upcomingOf>[0]) => {
  const { waiting, next } = upcomingOf(order, NOW);
  return [waiting?.summary, next?.summary ?? next?.created_at];
};
const question = (created_at: string) => ({
  summary: created_at,
  created_at,
  status: 'Waiting for approval',
});

it('knows the newest event that waits for the customer, unless the order is done', () => {
  const events = [
    { summary: 'Note', created_at: '2026-03-01' },
    question('2026-02-01'),
    question('2026-01-01'),
  ];
  expect(titlesOf({ Status: 'Open', events })).toEqual(['2026-02-01', undefined]);
  expect(titlesOf({ Status: 'Closed', events })).toEqual([undefined, undefined]);
});

it('takes the future date of an order without a future event', () => {
  expect(titlesOf({ Date: '2026-03-08', events: [] })[1]).toBe('2026-03-08');
});

it('has nothing ahead for a canceled order', () => {
  expect(titlesOf({ Status: 'Cancelled', Date: '2026-03-08', events: [question('2026-03-06')] })).toEqual([
    undefined,
    undefined,
  ]);
});
