import { pathOf } from './screen';

it.each([
  ['/', '/'],
  ['/service-order/:orderNbr', '/service-order/SO%201'],
  ['/service-order/:orderNbr/notes/:note', '/service-order/SO%201/notes/000019'],
  ['/archive/*', '/archive/'],
])('opens %s at %s', (route, path) => {
  expect(pathOf(route, { params: { orderNbr: 'SO 1' } })).toBe(path);
});
