import { defineRemote } from '@portal/contract';
import { NotificationPreferencesScreen } from './notification-preferences-screen';

export default defineRemote({
  routes: [
    {
      path: '/notification-preferences',
      title: 'Notification Preferences',
      Component: NotificationPreferencesScreen,
    },
  ],
});
