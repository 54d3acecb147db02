import { routesOf } from './define-remote';

const Screen = () => null;

it('pairs the routes of a descriptor with their screens, in order', () => {
  const [list, detail] = [
    { title: 'Orders', Component: Screen },
    { title: 'Order', Component: Screen },
  ];
  expect(routesOf({ routes: ['/', '/orders', '/order/:nbr'] }, [list, list, detail])).toEqual([
    { path: '/', ...list },
    { path: '/orders', ...list },
    { path: '/order/:nbr', ...detail },
  ]);
});

it.each([0, 2])('refuses %i screens for one route, and names the route', (count) => {
  const screens = Array.from({ length: count }, () => ({ title: 'Orders', Component: Screen }));
  expect(() => routesOf({ routes: ['/orders'] }, screens)).toThrow(
    `remote.json names 1 routes (/orders), but remote.ts has ${count} screens.`,
  );
});
