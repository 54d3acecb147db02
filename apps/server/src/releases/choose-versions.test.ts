import { positionOf } from './choose-versions';

const VISITORS = Array.from({ length: 10_000 }, (_, index) => `visitor-${index}`);
const SHARES = [1, 5, 10, 25, 50, 75, 90, 99];

const below = (percent: number, remote = 'orders') =>
  new Set(VISITORS.filter((visitor) => positionOf(visitor, remote) < percent / 100));

test.each(SHARES)('selects %d%% of the visitors, within one percentage point', (percent) => {
  expect(Math.abs((100 * below(percent).size) / VISITORS.length - percent)).toBeLessThan(1);
});

test('0% selects no visitor, 100% selects every visitor', () => {
  expect(below(0).size).toBe(0);
  expect(below(100).size).toBe(VISITORS.length);
});

test('raising the share only adds visitors', () => {
  const growing = SHARES.map((percent) => below(percent));
  growing.slice(1).forEach((more, index) => {
    expect([...(growing[index] ?? [])].filter((visitor) => !more.has(visitor))).toEqual([]);
  });
});

test('the position of a visitor never changes', () => {
  // Another hash would give many customers a different version than before.
  expect(positionOf('Ybl2wR4cO9mE0fJ3xqT7vA', 'orders')).toBeCloseTo(0.80576911, 8);
});

test('canaries of different remotes are independent', () => {
  const orders = below(50, 'orders');
  const login = below(50, 'login');
  const both = [...orders].filter((visitor) => login.has(visitor)).length;
  expect(Math.abs((100 * both) / VISITORS.length - 25)).toBeLessThan(1);
});
