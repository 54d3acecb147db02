import { statusColor } from './status';

test.each([
  ['Open', 'primary'],
  ['Hold', 'warning'],
  ['In Process', 'info'],
  ['Invoiced', 'secondary'],
  ['Completed', 'success'],
  ['On Hold', 'default'],
  ['Closed', 'default'],
  ['Canceled', 'default'],
  ['constructor', 'default'],
])('the chip of status %s has the color %s', (status, color) => {
  expect(statusColor(status)).toBe(color);
});
