import { addFailures, type FieldFailure } from './failures';

const at = (minute: number) => `2026-03-05T12:${String(minute).padStart(2, '0')}:00.000Z`;

const frame = { name: 'orders', version: '1.1.0', file: 'remote.js', line: 1, column: 234 };

const failure = (change: Partial<FieldFailure> = {}): FieldFailure => ({
  version: '1.1.0',
  cause: 'render',
  message: 'Error: broken',
  stack: [frame],
  browsers: { 'Chrome 131': 1 },
  count: 1,
  last: at(0),
  ...change,
});

it('adds up equal failures, and keeps the latest time and all browsers', () => {
  const later = failure({ browsers: { 'Firefox 132': 2 }, count: 2, last: at(5), stack: [frame, frame] });
  expect(addFailures([failure()], [later, failure({ last: at(3) })])).toEqual([
    failure({ browsers: { 'Chrome 131': 2, 'Firefox 132': 2 }, count: 4, last: at(5) }),
  ]);
});

it.each<[string, Partial<FieldFailure>]>([
  ['version', { version: '1.2.0' }],
  ['message', { message: 'Error: another' }],
  ['position', { stack: [{ ...frame, column: 235 }] }],
])('keeps failures with another %s separate, latest first', (_, change) => {
  const other = failure({ ...change, last: at(1) });
  expect(addFailures([failure()], [other])).toEqual([other, failure()]);
});

it('keeps the newest and the most frequent failures if there are too many', () => {
  const frequent = failure({ message: 'frequent', count: 50 });
  const flood = Array.from({ length: 40 }, (_, index) =>
    failure({ message: `made up ${index}`, count: 2, last: at(1 + index) }),
  );
  const kept = addFailures(addFailures([frequent], flood), [failure({ message: 'new', last: at(50) })]);
  expect(kept).toHaveLength(20);
  expect(kept[0]?.message).toBe('new');
  expect(kept).toContainEqual(frequent);
});

it('keeps the eight browsers with the most failures', () => {
  const all = Array.from({ length: 12 }, (_, index) =>
    failure({ browsers: { [`Chrome ${120 + index}`]: index + 1 } }),
  );
  const [{ browsers } = failure()] = addFailures([], all);
  expect(Object.keys(browsers)).toHaveLength(8);
  expect(browsers['Chrome 131']).toBe(12);
});
