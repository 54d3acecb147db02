import descriptor from '../remote.json';
import remote from './remote';

it('has one screen, /login, titled "Sign in"', () => {
  expect(remote.routes).toEqual([expect.objectContaining({ path: '/login', title: 'Sign in' })]);
  expect(descriptor.routes).toEqual(['/login']);
});

it('is for anonymous visitors and has no drawer entry', () => {
  expect(descriptor).toMatchObject({ access: 'anonymous', navigation: [] });
});
