import { findOwner, leadsToOneOf } from './find-owner';

const remote = (name: string, ...routes: string[]) => ({ name, routes });

const REMOTES = [
  remote('login', '/login'),
  remote('orders', '/', '/service-orders', '/service-order/:orderNbr'),
  remote('archive', '/service-order/archive', '/archive/*'),
];

it.each([
  ['/', 'orders'],
  ['/login', 'login'],
  ['/login/', 'login'],
  ['/LOGIN', 'login'],
  ['/service-order/000019', 'orders'],
  ['/service-order/A%2F19', 'orders'],
  ['/service%2Dorders', 'orders'],
  ['/archive', 'archive'],
  ['/archive/2025/march', 'archive'],
  // A literal path wins over a parameter, whatever the order of remotes.
  ['/service-order/archive', 'archive'],
  ['/nothing', undefined],
  ['/service-order', undefined],
  ['/service-order/19/events', undefined],
  ['/login/x', undefined],
])('%s belongs to %s', (path, owner) => {
  expect(findOwner(REMOTES, path)?.name).toBe(owner);
});

it('matches parameters and wildcards in the first segment', () => {
  const remotes = [remote('any', '/:page'), remote('rest', '/*')];
  expect(findOwner(remotes, '/about')?.name).toBe('any');
  expect(findOwner(remotes, '/about/us')?.name).toBe('rest');
});

it.each([
  ['/service-order/000019', true],
  ['/SERVICE-ORDERS/', true],
  ['/service-order', false],
])('reports whether %s matches a route: %s', (path, matches) => {
  expect(leadsToOneOf(['/service-orders', '/service-order/:orderNbr'], path)).toBe(matches);
});
