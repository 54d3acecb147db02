import { positionOf } from './choose-versions';

const VISITORS = Array.from({ length: 10_000 }, (_, index) => `visitor-${index}`);

const below = (percent: number, remote = 'orders') =>
  new Set(VISITORS.filter((visitor) => positionOf(visitor, remote) < percent / 100));

test.each([0, 1, 10, 50, 99, 100])('selects %d%% of the visitors, within one percentage point', (percent) => {
  expect(Math.abs((100 * below(percent).size) / VISITORS.length - percent)).toBeLessThan(1);
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
