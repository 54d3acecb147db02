import { backOff } from './back-off';

test('the wait doubles, up to two minutes, and is spread over its second half', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map((attempts) => backOff(attempts, 1))).toEqual([
    5, 10, 20, 40, 80, 120, 120,
  ]);
  expect(backOff(3, 0)).toBe(10);
  expect(backOff(3, 0.5)).toBe(15);
});
