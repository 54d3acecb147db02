import { unwrap } from './unwrap';

it.each([
  ['wrapped text', { value: 'Open' }, 'Open'],
  ['plain text', 'Open', 'Open'],
  ['no text', '', ''],
  ['zero', { value: 0 }, 0],
  ['false', { value: false }, false],
  ['a list', { value: [1] }, [1]],
  ['another wrapping inside', { value: { value: 'Open' } }, { value: 'Open' }],
])('reads %s', (_, field, value) => {
  expect(unwrap(field)).toEqual(value);
});

it.each([undefined, null, {}, [], { value: null }, { value: undefined }, { Value: 'Open' }])(
  'finds nothing in %j',
  (field) => {
    expect(unwrap(field)).toBeUndefined();
  },
);
