/** Calls and schemas without React and axios, for the server. */
export { calls, orderNbrSchema, type Call } from './calls';
export {
  notificationPreferencesSchema,
  notificationStatusSchema,
  serviceOrderSchema,
  signInResponseSchema,
  type NotificationPreferences,
  type NotificationStatus,
  type ServiceOrder,
  type ServiceOrderEvent,
  type SignInResponse,
} from './schemas';
export { calendarDateOf, normalizeTimestamp } from './timestamp';
export { unwrap, type Wrapped } from './unwrap';
