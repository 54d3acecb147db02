import * as v from 'valibot';
import { orderRecord, storedOrder, timestamp } from './order-record';

const faultsOf = (record: unknown) =>
  v.safeParse(orderRecord, record).issues?.map((issue) => `${v.getDotPath(issue) ?? ''}: ${issue.message}`);

test('reads fields that are wrapped, plain, empty or absent', () => {
  expect(
    v.parse(orderRecord, {
      ServiceOrderNbr: { value: ' 000019 ' },
      Description: 'Boiler repair',
      Status: {},
      Date: { value: null },
      LastModifiedDateTime: { value: '2026-03-05T10:00:00' },
    }),
  ).toEqual({
    ServiceOrderNbr: '000019',
    Description: 'Boiler repair',
    Status: undefined,
    Date: undefined,
    LastModifiedDateTime: '2026-03-05T10:00:00Z',
    events: [],
    details: [],
  });
});

test('stores every field of an order', () => {
  const { document } = storedOrder('1', v.parse(orderRecord, { ServiceOrderNbr: '1' }), new Date());
  const { events: _, details: __, ...fields } = orderRecord.entries;
  expect(Object.keys(document)).toEqual(Object.keys(fields));
});

test('reads events with either name of the time field', () => {
  const { events } = v.parse(orderRecord, {
    ServiceOrderNbr: '1',
    events: [
      { summary: 'Part ordered', body: '<p>One pump</p>', created_at: '2026-03-04T12:34:00Z' },
      { summary: { value: 'Part fitted' }, createdDateTime: '2026-03-05T12:34', ends_at: '2026-03-05 14:00' },
    ],
  });
  expect(events).toMatchObject([
    { summary: 'Part ordered', body: '<p>One pump</p>', created_at: '2026-03-04T12:34:00Z' },
    { summary: 'Part fitted', createdDateTime: '2026-03-05T12:34Z', ends_at: '2026-03-05T14:00Z' },
  ]);
});

test('keeps all future events and the newest that waits for the customer for the list', () => {
  const now = new Date('2026-03-05T12:00:00Z');
  const visit = (days: number) => ({
    summary: `Visit ${days}`,
    body: '<p>Robert comes.</p>',
    created_at: new Date(now.getTime() + days * 86_400_000).toISOString(),
  });
  const events = [
    ...Array.from({ length: 1990 }, (_, index) => visit(2000 - index)),
    { summary: 'Offer', status: 'Waiting for approval', created_at: '2026-02-01' },
    { summary: 'Old offer', status: 'Waiting for approval', created_at: '2026-01-01' },
    { summary: 'Repair', created_at: '2026-03-01T08:00:00Z', ends_at: '2026-03-09T16:00:00Z' },
    { summary: 'Part ordered', created_at: '2026-03-01T12:00:00Z' },
    { summary: 'Without a beginning', ends_at: '2026-03-09T16:00:00Z' },
  ];
  const { ahead } = storedOrder('1', v.parse(orderRecord, { ServiceOrderNbr: '1', events }), now);
  expect(ahead.map(({ summary }) => summary)).toEqual([
    'Offer',
    'Repair',
    ...Array.from({ length: 1990 }, (_, index) => `Visit ${index + 11}`),
  ]);
  expect(JSON.stringify(ahead)).not.toContain('Robert');
});

test('keeps all open questions for the list, and the newest event that waits without one', () => {
  const events = [
    { summary: 'Quote', created_at: '2026-03-03', asks: { id: '1' } },
    { summary: 'Old quote', created_at: '2026-01-03', asks: { id: '2', closed: true } },
    { summary: 'Date', created_at: '2026-03-04', asks: { id: '3' } },
    { summary: 'Call us', created_at: '2026-03-02', status: 'Waiting for you' },
    { summary: 'Older', created_at: '2026-03-01', status: 'Waiting for you' },
  ];
  const { ahead } = storedOrder('1', v.parse(orderRecord, { ServiceOrderNbr: '1', events }), new Date());
  expect(ahead.map(({ summary }) => summary)).toEqual(['Call us', 'Date', 'Quote']);
});

test('an event has the kind that the operator gave to its status, for the list, too', () => {
  const kinds = new Map([['wartet auf sie', 'waiting']]);
  const events = [{ summary: 'Angebot', status: 'Wartet auf Sie' }, { summary: 'Notiz' }];
  const record = v.parse(orderRecord, { ServiceOrderNbr: '1', events });
  const stored = storedOrder('1', record, new Date(), { kinds });
  expect(stored.events).toMatchObject([{ kind: 'waiting' }, { summary: 'Notiz' }]);
  expect(stored.ahead).toMatchObject([{ summary: 'Angebot', kind: 'waiting' }]);
  expect(storedOrder('1', record, new Date()).ahead).toEqual([]);
});

test('drops unknown fields and internal events', () => {
  const order = v.parse(orderRecord, {
    ServiceOrderNbr: '1',
    Margin: { value: '40 %' },
    events: [
      { summary: 'Customer is difficult', Internal: { value: true } },
      { summary: 'Visit', Cost: 3 },
    ],
  });
  expect(JSON.stringify(order)).not.toMatch(/Margin|difficult|Cost|Internal/);
  expect(order.events).toHaveLength(1);
});

test.each([
  ['a missing number', {}, 'ServiceOrderNbr: is missing: every order needs its number'],
  [
    'a number without quotes',
    { ServiceOrderNbr: 19 },
    'ServiceOrderNbr: must be text in quotes, not a number',
  ],
  [
    'a number that is too long',
    { ServiceOrderNbr: '1'.repeat(65) },
    'ServiceOrderNbr: is longer than 64 characters',
  ],
  [
    'a misspelled wrapper',
    { ServiceOrderNbr: '1', Status: { Value: 'Open' } },
    'Status: must be text in quotes, not an object',
  ],
  [
    'an impossible day',
    { ServiceOrderNbr: '1', Date: '2026-02-30' },
    'Date: is not a date: write 2026-03-05 or 2026-03-05T10:00:00+01:00',
  ],
  [
    'NUL',
    { ServiceOrderNbr: '1', Description: 'a\0b' },
    'Description: contains characters that no database can store (NUL or half an emoji)',
  ],
  [
    'half an emoji',
    { ServiceOrderNbr: '1', events: [{ body: '\ud83d' }] },
    'events.0.body: contains characters that no database can store (NUL or half an emoji)',
  ],
  [
    'events that are not a list',
    { ServiceOrderNbr: '1', events: 'none' },
    'events: must be a list in [ ], not a string',
  ],
])('rejects %s', (_, record, fault) => {
  expect(faultsOf(record)).toEqual([fault]);
});

test('accepts whole emoji and any script', () => {
  expect(v.parse(orderRecord, { ServiceOrderNbr: '1', Description: 'שלום 🔧' }).Description).toBe('שלום 🔧');
});

test.each([
  ['2026-03-05', '2026-03-05'],
  ['2026-03-05T10:00:00+0530', '2026-03-05T10:00:00+05:30'],
  ['2026-03-05T10:00:00', '2026-03-05T10:00:00Z'],
  ['2026-03-05 10:00:00', '2026-03-05T10:00:00Z'],
  ['2026-03-05 10:00:00 +0000', '2026-03-05T10:00:00+00:00'],
  [1_772_704_800_000, '2026-03-05T10:00:00.000Z'],
  ['Thu, 05 Mar 2026 10:00:00 GMT', '2026-03-05T10:00:00.000Z'],
])('reads %s as %s, which all browsers parse alike', (text, normalized) => {
  expect(v.parse(timestamp, text)).toBe(normalized);
  expect(new Date(normalized).getTime()).not.toBeNaN();
});

test.each([
  'yesterday',
  '03/05/2026',
  '2026-02-30',
  '2026-03-05T25:00:00Z',
  '2026-03-05T10:00:00+99:00',
  '',
  1_772_704_800,
  'Fri, 05 Mar 2026 10:00:00 GMT',
  '2026-03-05 10:00:00 CET',
])('rejects %p', (text) => {
  expect(v.safeParse(timestamp, text).issues?.map(({ message }) => message)).toEqual([
    'is not a date: write 2026-03-05 or 2026-03-05T10:00:00+01:00',
  ]);
});
