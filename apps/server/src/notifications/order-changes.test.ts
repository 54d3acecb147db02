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
  status: undefined,
  ...fields,
});

const state = (Status: string | undefined, ...events: object[]): OrderState => ({
  Status,
  events: events.map(eventOf),
});

test.each([
  ['nothing', state('Open', visit), state('Open', visit)],
  ['the spelling of the status', state('Open'), state('OPEN')],
  ['a status that went missing', state('Open'), state(undefined)],
  ['the body of an event', state('Open', visit), state('Open', { ...visit, body: '<p>We came.</p>' })],
  ['the status of an event', state('Open', visit), state('Open', { ...visit, status: 'Open' })],
  ['a corrected summary', state('Open', visit), state('Open', { ...visit, summary: 'Site visit' })],
  ['a corrected time', state('Open', visit), state('Open', { ...visit, created_at: '2026-03-09T12:00:00Z' })],
  [
    'the spelling of a time',
    state('Open', visit),
    state('Open', { ...visit, created_at: undefined, createdDateTime: '2026-03-04T13:00:00+01:00' }),
  ],
  ['a removed event', state('Open', visit, part), state('Open', part)],
  ['the sequence of events', state('Open', visit, part), state('Open', part, visit)],
])('%s is not worth a message', (_what, before, after) =>
  expect(changeOf('1', before, after)).toBeUndefined(),
);

test.each([
  ['another status', state('Open'), state('Completed'), { statusBefore: 'Open', newEvents: [] }],
  ['the first status', state(undefined), state('Open'), { statusBefore: null, newEvents: [] }],
  ['a new event', state('Open', visit), state('Open', visit, part), { newEvents: ['Part ordered'] }],
  [
    'a second event of the same name',
    state('Open', visit),
    state('Open', { ...visit, created_at: '2026-04-01T08:00:00Z' }, visit),
    { newEvents: ['Visit'] },
  ],
  ['an event without a summary', state('Open'), state('Open', {}), { newEvents: [null] }],
  [
    'both at once, with the events in the order of their times',
    state('Open'),
    state('Completed', part, visit),
    { statusBefore: 'Open', newEvents: ['Visit', 'Part ordered'] },
  ],
])('%s is', (_what, before, after, change) =>
  expect(changeOf('1', before, after)).toEqual({ orderNbr: '1', ...change }),
);

test('the changes of an order become one: the first status before, and all events', () => {
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
