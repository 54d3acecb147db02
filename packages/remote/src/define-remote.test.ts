import { routesOf } from './define-remote';

const list = { title: 'Orders', Component: () => null };
const detail = { title: 'Order', Component: () => null };

it('gives each route of a descriptor the screen of its path', () => {
  const screens = { '/order/:nbr': detail, '/orders': list };
  expect(routesOf({ routes: ['/orders', '/order/:nbr'] }, screens)).toEqual([
    { path: '/order/:nbr', ...detail },
    { path: '/orders', ...list },
  ]);
});

it.each([
  ['a screen', ['/orders', '/order/:nbr'], '/orders'],
  ['a route', ['/orders'], '/orders, /order'],
  ['the right path', ['/order'], '/orders'],
])('refuses a remote that lacks %s', (_, routes, paths) => {
  const screens = Object.fromEntries(paths.split(', ').map((path) => [path, list]));
  expect(() => routesOf({ routes }, screens)).toThrow(
    `remote.json lists ${routes.join(', ')}, but remote.ts has screens for ${paths}. Name the same routes in both.`,
  );
});
