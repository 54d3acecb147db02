import { kindOfStatus } from './event';

it.each([
  ['Waiting for your answer', 'waiting'],
  ['Visit planned, pending approval', 'waiting'],
  ['Waiting for delivery', 'note'],
  ['SCHEDULED', 'planned'],
  ['Done', 'done'],
  [undefined, 'note'],
])('an event with the status %s is %s', (status, kind) => expect(kindOfStatus(status)).toBe(kind));
