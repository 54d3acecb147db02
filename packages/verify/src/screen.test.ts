import { pathOf, strayVersions } from './screen';

it.each([
  ['/', '/'],
  ['/service-order/:orderNbr', '/service-order/SO%201'],
  ['/service-order/:orderNbr/notes/:note', '/service-order/SO%201/notes/000019'],
  ['/archive/*', '/archive/'],
])('opens %s at %s', (route, path) => {
  expect(pathOf(route, { params: { orderNbr: 'SO 1' } })).toBe(path);
});

it('finds the reports about another version than the one to verify', () => {
  const report = { remote: 'orders', event: 'shown', cause: 'init', durationMs: 1 };
  const reports = ['1.5.0', '1.4.0', '1.4.0'].map((version) => ({ ...report, version }));
  expect(strayVersions({ reports }, '1.5.0')).toEqual(['1.4.0']);
  expect(strayVersions({ reports: reports.slice(0, 1) }, '1.5.0')).toEqual([]);
});
