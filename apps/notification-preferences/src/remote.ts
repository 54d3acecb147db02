import { defineRemote, routesOf } from '@portal/contract';
import descriptor from '../remote.json';
import { notificationPreferences } from './notification-preferences-screen';

export default defineRemote({ routes: routesOf(descriptor, [notificationPreferences]) });
