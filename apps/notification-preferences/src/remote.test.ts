import descriptor from '../remote.json';
import remote from './remote';

it('has one screen, /notification-preferences, titled "Notification Preferences"', () => {
  expect(remote.routes).toEqual([
    expect.objectContaining({ path: '/notification-preferences', title: 'Notification Preferences' }),
  ]);
  expect(descriptor).toMatchObject({ access: 'customer', routes: ['/notification-preferences'] });
});
