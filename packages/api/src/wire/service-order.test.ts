import * as v from 'valibot';
import { serviceOrderSchema } from './schemas';

const read = (order: unknown) => v.parse(serviceOrderSchema, order);

const ORDER = {
  ServiceOrderNbr: '000019',
  Description: 'Replace the pump',
  Status: 'Open',
  Date: '2026-03-01T00:00:00+00:00',
  LastModifiedDateTime: '2026-03-02T09:30:00.123+00:00',
};

const EVENT = {
  summary: 'Visit',
  body: '<p>Done</p>',
  created_by: 'Ann',
  status: 'Completed',
};

const wrap = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { value }]));

it('reads every field, wrapped or plain', () => {
  expect(read(wrap(ORDER))).toEqual(ORDER);
  expect(read(ORDER)).toEqual(ORDER);
});

it.each([{}, wrap({ Status: null }), { Status: {}, Date: null }])(
  'accepts an order without values: %j',
  (order) => {
    expect(Object.values(read(order)).filter((field) => field !== undefined)).toEqual([]);
  },
);

it('drops unknown fields', () => {
  expect(read({ ...ORDER, id: 'f3c1', rowNumber: 1, note: { value: '' }, custom: {} })).toEqual(ORDER);
});

it.each([undefined, null, '000019', 19])('rejects %j', (order) => {
  expect(v.is(serviceOrderSchema, order)).toBe(false);
});

describe('events', () => {
  const eventsOf = (...events: unknown[]) => read({ ...ORDER, events }).events;

  it.each(['created_at', 'createdDateTime'])('have a time in %s', (field) => {
    const time = '2026-03-02T09:30:00Z';
    const event = { ...EVENT, [field]: time };
    const expected = { ...EVENT, created_at: time };
    expect(eventsOf(event, wrap(event))).toEqual([expected, expected]);
  });

  it('prefer created_at, and use createdDateTime if it is empty', () => {
    const times = (created_at: unknown, createdDateTime: unknown) =>
      eventsOf({ created_at, createdDateTime })?.map((event) => event.created_at);
    expect(times('first', 'second')).toEqual(['first']);
    expect(times({}, 'second')).toEqual(['second']);
    expect(times('', { value: 'second' })).toEqual(['second']);
    expect(times(null, undefined)).toEqual([undefined]);
  });

  it('keep their order', () => {
    expect(eventsOf({ summary: 'b' }, { summary: 'a' })?.map((event) => event.summary)).toEqual(['b', 'a']);
  });

  it('may be wrapped, and omit entries that are not events', () => {
    const event = { summary: 'Visit' };
    const summaries = (events: unknown) => read({ ...ORDER, events }).events?.map(({ summary }) => summary);
    expect(summaries({ value: [event] })).toEqual(['Visit']);
    expect(summaries([null, event, 'Visit', 7, event])).toEqual(['Visit', 'Visit']);
  });

  it.each([undefined, null, [], {}, '', 'none', 7, { value: null }, { value: {} }])(
    'may be missing or invalid: %j',
    (events) => {
      expect(read({ ...ORDER, events }).events ?? []).toEqual([]);
    },
  );
});
