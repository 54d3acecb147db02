import * as v from 'valibot';
import { textField } from './unwrap';

it.each<[unknown, unknown]>([
  ['Open', 'Open'],
  [{ value: 0 }, '0'],
  ['  SO-19   ', 'SO-19'],
  [{ value: '\t000019\n' }, '000019'],
  [19, '19'],
  [{ value: -1.5 }, '-1.5'],
  ...[undefined, null, '', '   ', {}, { value: '' }, { value: {} }, { value: { value: 'a' } }, [], true].map(
    (field): [unknown, undefined] => [field, undefined],
  ),
])('reads the text of %j as %j', (field, text) => {
  expect(v.parse(textField, field)).toBe(text);
});
