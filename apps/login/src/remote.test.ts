import descriptor from '../remote.json';
import remote from './remote';

it('has one screen, /login, titled "Sign in"', () => {
  expect(remote.routes.map(({ path }) => path)).toEqual(['/login']);
  expect(remote.routes.map(({ title }) => (typeof title === 'function' ? title({}) : title))).toEqual([
    'Sign in',
  ]);
  expect(descriptor.routes).toEqual(['/login']);
});

it('is for anonymous visitors and has no drawer entry', () => {
  expect(descriptor).toMatchObject({ access: 'anonymous', navigation: [] });
});
