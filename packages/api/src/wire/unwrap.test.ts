import * as v from 'valibot';
import { textField, unwrap } from './unwrap';

describe('unwrap', () => {
  it.each([
    ['wrapped text', { value: 'Open' }, 'Open'],
    ['plain text', 'Open', 'Open'],
    ['an empty string', '', ''],
    ['zero', { value: 0 }, 0],
    ['false', { value: false }, false],
    ['a list', { value: [1] }, [1]],
    ['a nested wrapper', { value: { value: 'Open' } }, { value: 'Open' }],
  ])('reads %s', (_, field, value) => {
    expect(unwrap(field)).toEqual(value);
  });

  it.each([undefined, null, {}, [], { value: null }, { value: undefined }, { Value: 'Open' }])(
    'returns undefined for %j',
    (field) => {
      expect(unwrap(field)).toBeUndefined();
    },
  );
});

describe('textField', () => {
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
  ])('treats %j as missing', (field) => {
    expect(v.parse(textField, field)).toBeUndefined();
  });
});
