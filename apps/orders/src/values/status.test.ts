import { isDone, statusColor } from './status';

test.each([
  ['Open', 'primary'],
  ['Hold', 'warning'],
  ['In Process', 'info'],
  ['Invoiced', 'secondary'],
  ['Completed', 'success'],
  ['On Hold', 'default'],
  ['constructor', 'default'],
])('the chip of status %s has the color %s', (status, color) => {
  expect(statusColor(status)).toBe(color);
});

test.each([
  ['Completed', true],
  ['Invoiced', true],
  ['CANCELLED', true],
  ['done', true],
  ['Open', false],
  ['On Hold', false],
  [undefined, false],
])('status %s is final: %s', (status, expected) => {
  expect(isDone(status)).toBe(expected);
});
