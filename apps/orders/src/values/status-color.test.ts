import { statusColor } from './status-color';

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
])('%s is shown in %s', (status, color) => {
  expect(statusColor(status)).toBe(color);
});
