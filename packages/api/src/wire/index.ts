/** The wire alone, without React and axios: for the server. */
export { calls, orderNbrSchema, type Call } from './calls';
export { notificationPreferencesSchema, type NotificationPreferences } from './notification-preferences';
export { serviceOrderSchema, type ServiceOrder, type ServiceOrderEvent } from './service-order';
export { signInResponseSchema, type SignInResponse } from './sign-in';
export { unwrap, type Wrapped } from './unwrap';
