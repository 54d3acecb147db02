import * as v from 'valibot';
import { serviceOrderSchema } from './schemas';

const read = (order: unknown) => v.parse(serviceOrderSchema, order);
const eventsOf = (events: unknown) => read({ events }).events;

const ORDER = {
  ServiceOrderNbr: '000019',
  Description: 'Replace the pump',
  Status: 'Open',
  Date: '2026-03-01',
  LastModifiedDateTime: '2026-03-02T09:30:00.123+00:00',
};

const EVENT = {
  summary: 'Visit',
  body: '<p>Done</p>',
  created_by: 'Ann',
  ends_at: '2026-03-02T10:30:00Z',
  location: '12 Elm Street',
  status: 'Completed',
};

const wrap = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { value }]));

it.each([ORDER, wrap(ORDER), { ...ORDER, id: 'f3c1', rowNumber: 1, custom: {} }])(
  'reads every field, wrapped or plain, and no others: %j',
  (order) => expect(read(order)).toEqual({ ...ORDER, events: [] }),
);

it.each([
  ['2026-03-01T00:00:00+00:00', '2026-03-01'],
  ['2026-03-01T00:00:00.000-08:00', '2026-03-01'],
  ['2026-03-01 00:00', '2026-03-01'],
  ['2026-03-01T08:00:00Z', '2026-03-01T08:00:00Z'],
  ['soon', 'soon'],
])('reads the date %s as %s, but the time of an event as it is', (Date, day) => {
  const { events, ...order } = read({ Date, events: [{ created_at: Date }] });
  expect(order.Date).toBe(day);
  expect(events[0]?.created_at).toBe(Date);
});

it.each<[unknown, unknown]>([
  ['Open', 'Open'],
  ['  SO-19   ', 'SO-19'],
  [{ value: '\t000019\n' }, '000019'],
  [19, '19'],
  [{ value: -1.5 }, '-1.5'],
  [{ value: 0 }, '0'],
  ...[undefined, null, '   ', {}, { value: null }, { value: { value: 'a' } }, [], true].map(
    (field): [unknown, undefined] => [field, undefined],
  ),
])('reads the text of %j as %j', (Status, text) => expect(read({ Status }).Status).toBe(text));

it.each([null, '000019'])('rejects %j', (order) => expect(v.is(serviceOrderSchema, order)).toBe(false));

it.each(['created_at', 'createdDateTime'])('reads the time of an event from %s', (field) => {
  const time = '2026-03-02T09:30:00Z';
  const event = { ...EVENT, [field]: time };
  const expected = { ...EVENT, created_at: time };
  expect(eventsOf([event, wrap(event)])).toEqual([expected, expected]);
});

it.each([
  ['first', 'second', 'first'],
  [{}, 'second', 'second'],
  ['', { value: 'second' }, 'second'],
  [null, undefined, undefined],
])('prefers created_at %j to createdDateTime %j', (created_at, createdDateTime, time) =>
  expect(eventsOf([{ created_at, createdDateTime }]).map((event) => event.created_at)).toEqual([time]),
);

it.each([
  [
    [{ summary: 'b' }, { summary: 'a' }],
    ['b', 'a'],
  ],
  [{ value: [{ summary: 'Visit' }] }, ['Visit']],
  [
    [null, { summary: 'Visit' }, 'Visit', 7, { summary: 'Call' }],
    ['Visit', 'Call'],
  ],
  ...[undefined, null, [], {}, '', 'none', 7, { value: null }, { value: {} }].map(
    (events): [unknown, string[]] => [events, []],
  ),
])('reads the events of %j in their order, without other entries', (events, summaries) =>
  expect(eventsOf(events).map(({ summary }) => summary)).toEqual(summaries),
);

it('sorts events by moments, newest first, and those without one last, in their order', () => {
  const sorted = [
    '2026-03-05T08:00:00-05:00',
    '2026-03-05T09:00:00+00:00',
    '2026-03-05T09:00:00Z',
    '2026-03-05T09:30:00+02:00',
    undefined,
    'soon',
    'later',
  ];
  const given = [4, 5, 1, 3, 2, 0, 6].map((index) => ({ created_at: sorted[index] }));
  expect(eventsOf(given).map(({ created_at }) => created_at)).toEqual(sorted);
});
