import { findOwner, leadsToOneOf } from './find-owner';

const remote = (name: string, ...routes: string[]) => ({ name, routes });

const REMOTES = [
  remote('login', '/login'),
  remote('orders', '/', '/service-orders', '/service-order/:orderNbr'),
  remote('archive', '/service-order/archive', '/archive/*'),
];

const ownerOf = (path: string) => findOwner(REMOTES, path)?.name;

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
])('%s belongs to %s', (path, owner) => {
  expect(ownerOf(path)).toBe(owner);
});

it('prefers a literal path to a parameter, regardless of the order of remotes', () => {
  expect(ownerOf('/service-order/archive')).toBe('archive');
});

it.each(['/nothing', '/service-order', '/service-order/19/events', '/login/x'])(
  'no remote owns %j',
  (path) => {
    expect(ownerOf(path)).toBeUndefined();
  },
);

it('matches parameters and wildcards in the first segment', () => {
  const remotes = [remote('any', '/:page'), remote('rest', '/*')];
  expect(findOwner(remotes, '/about')?.name).toBe('any');
  expect(findOwner(remotes, '/about/us')?.name).toBe('rest');
});

it('finds no owner without remotes', () => {
  expect(findOwner([], '/')).toBeUndefined();
});

it.each([
  ['/service-order/000019', true],
  ['/SERVICE-ORDERS/', true],
  ['/service-order', false],
  ['/service-orders/1', false],
])('reports whether %s matches a route: %s', (path, matches) => {
  expect(leadsToOneOf(['/service-orders', '/service-order/:orderNbr'], path)).toBe(matches);
});
