import { defineRemote, routesOf } from '@portal/remote';
import { loadLanguage } from '@portal/texts';
import descriptor from '../remote.json';
import { notificationPreferences } from './notification-preferences-screen';

export default defineRemote({
  routes: routesOf(descriptor, { '/notification-preferences': notificationPreferences }),
  loadLanguage,
});
