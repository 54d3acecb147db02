import descriptor from '../remote.json';
import remote from './remote';

it('has one screen, /notification-preferences, titled "Notification Preferences"', () => {
  expect(remote.routes.map(({ path }) => path)).toEqual(['/notification-preferences']);
  expect(remote.routes.map(({ title }) => (typeof title === 'function' ? title({}) : title))).toEqual([
    'Notification Preferences',
  ]);
  expect(descriptor).toMatchObject({ access: 'customer', routes: ['/notification-preferences'] });
});
