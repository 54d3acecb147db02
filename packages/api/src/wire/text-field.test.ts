import * as v from 'valibot';
import { textField } from './text-field';

it.each([
  ['Open', 'Open'],
  [{ value: 'Open' }, 'Open'],
  ['  SO-19   ', 'SO-19'],
  [{ value: '\t000019\n' }, '000019'],
  ['In  Process', 'In  Process'],
  [19, '19'],
  [{ value: 0 }, '0'],
  [{ value: -1.5 }, '-1.5'],
])('reads %j as %j', (field, text) => {
  expect(v.parse(textField, field)).toBe(text);
});

it.each([
  undefined,
  null,
  '',
  '   ',
  {},
  { value: null },
  { value: '' },
  { value: {} },
  { value: { value: 'a' } },
  [],
  true,
])('counts %j as missing', (field) => {
  expect(v.parse(textField, field)).toBeUndefined();
});
