import { changeOf, joinChanges, type OrderState } from './order-changes';

const visit = {
  summary: 'Visit',
  body: '<p>We come.</p>',
  created_at: '2026-03-04T12:00:00Z',
  status: 'Done',
};
const part = { summary: 'Part ordered', created_at: '2026-03-05T12:00:00Z' };
const eventOf = (fields: object) => ({
  summary: undefined,
  body: undefined,
  created_by: undefined,
  created_at: undefined,
  createdDateTime: undefined,
  ends_at: undefined,
  location: undefined,
  status: undefined,
  asks: undefined,
  ...fields,
});

const state = (Status: string | undefined, ...events: object[]): OrderState => ({
  Status,
  events: events.map(eventOf),
});

test.each([
  ['an unchanged order', state('Open', visit), state('Open', visit)],
  ['another spelling of the status', state('Open'), state('OPEN')],
  ['a removed status', state('Open'), state(undefined)],
  ['a changed event body', state('Open', visit), state('Open', { ...visit, body: '<p>We came.</p>' })],
  ['a changed event status', state('Open', visit), state('Open', { ...visit, status: 'Open' })],
  ['a corrected summary', state('Open', visit), state('Open', { ...visit, summary: 'Site visit' })],
  ['a corrected time', state('Open', visit), state('Open', { ...visit, created_at: '2026-03-09T12:00:00Z' })],
  ['a removed event', state('Open', visit, part), state('Open', part)],
  ['reordered events', state('Open', visit, part), state('Open', part, visit)],
])('ignores %s', (_what, before, after) => expect(changeOf('1', before, after)).toBeUndefined());

test.each([
  ['a changed status', state('Open'), state('Completed'), { statusBefore: 'Open', newEvents: [] }],
  ['a new event', state('Open', visit), state('Open', visit, part), { newEvents: ['Part ordered'] }],
  [
    'a second event with the same summary',
    state('Open', visit),
    state('Open', { ...visit, created_at: '2026-04-01T08:00:00Z' }, visit),
    { newEvents: ['Visit'] },
  ],
  ['an event without a summary', state('Open'), state('Open', {}), { newEvents: [null] }],
  [
    'both at once, with the events sorted by time',
    state('Open'),
    state('Completed', part, visit),
    { statusBefore: 'Open', newEvents: ['Visit', 'Part ordered'] },
  ],
])('reports %s', (_what, before, after, change) =>
  expect(changeOf('1', before, after)).toEqual({ orderNbr: '1', ...change }),
);

test('joins the changes of an order into one with the earliest status and all events', () => {
  expect(
    joinChanges([
      { orderNbr: '1', newEvents: ['Visit'] },
      { orderNbr: '2', statusBefore: null, newEvents: [] },
      { orderNbr: '1', statusBefore: 'Open', newEvents: ['Part ordered'] },
      { orderNbr: '1', statusBefore: 'On Hold', newEvents: [] },
    ]),
  ).toEqual([
    { orderNbr: '1', statusBefore: 'Open', newEvents: ['Visit', 'Part ordered'] },
    { orderNbr: '2', statusBefore: null, newEvents: [] },
  ]);
});
