import * as v from 'valibot';
import { timestamp } from './record-fields';

test.each([
  ['2026-03-05', '2026-03-05'],
  ['2026-03-05T10:00:00+00:00', '2026-03-05T10:00:00+00:00'],
  ['2026-03-05T10:00:00.1234567+02:00', '2026-03-05T10:00:00.1234567+02:00'],
  ['2026-03-05T10:00:00+0530', '2026-03-05T10:00:00+05:30'],
  ['2026-03-05T10:00', '2026-03-05T10:00Z'],
  ['2026-03-05T10:00:00', '2026-03-05T10:00:00Z'],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00Z'],
])('reads %s as %s, which all browsers parse alike', (text, normalized) => {
  expect(v.parse(timestamp, text)).toBe(normalized);
  expect(new Date(normalized).getTime()).not.toBeNaN();
});

test.each([
  'yesterday',
  '5 March 2026',
  '03/05/2026',
  '2026-02-30',
  '2025-02-29T10:00:00Z',
  '2026-13-01',
  '2026-03-05T25:00:00Z',
  '2026-03-05T10:00:00+99:00',
  '2026-03-05Z',
  '0000-01-01',
  '+012026-03-05T10:00:00Z',
  '',
])('rejects %p', (text) => {
  expect(v.safeParse(timestamp, text).issues?.map(({ message }) => message)).toEqual([
    'is not a date: write 2026-03-05 or 2026-03-05T10:00:00+01:00',
  ]);
});
