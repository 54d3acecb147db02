import descriptor from '../remote.json';
import remote from './remote';

it('is the screen of /login, titled "Sign in"', () => {
  expect(remote.routes).toEqual([expect.objectContaining({ path: '/login', title: 'Sign in' })]);
  expect(descriptor.routes).toEqual(['/login']);
});

it('is for customers who are not signed in, and adds nothing to the drawer', () => {
  expect(descriptor).toMatchObject({ access: 'anonymous', navigation: [] });
});
