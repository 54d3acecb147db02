import { kindOf } from './event';

it.each([
  ['Waiting for your answer', 'waiting'],
  ['Visit planned, pending approval', 'waiting'],
  ['Waiting for delivery', 'note'],
  ['SCHEDULED', 'planned'],
  ['Done', 'done'],
  [undefined, 'note'],
])('an event with the status %s is %s', (status, kind) => expect(kindOf({ status })).toBe(kind));

test.each([
  ['an open question waits', { asks: {} }, 'waiting'],
  ['a closed one does not', { asks: { closed: true }, status: 'Waiting for you' }, 'note'],
  ['nor does an answered one', { asks: { answered: true }, status: 'Waiting for you' }, 'note'],
  ['the operator’s word for a status counts', { kind: 'waiting', status: 'Wartet auf Sie' }, 'waiting'],
  ['a kind that nobody knows does not', { kind: 'urgent', status: 'Done' }, 'done'],
])('%s', (_, event, kind) => expect(kindOf(event)).toBe(kind));
