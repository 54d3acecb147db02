/** Calls and schemas without React and axios, for the server. */
export { calls, orderNbrSchema, type Call } from './calls';
export { kindOfStatus, readEventBody } from './event';
export {
  notificationPreferencesSchema,
  notificationStatusSchema,
  serviceOrderSchema,
  signInResponseSchema,
  type NotificationEvents,
  type NotificationPreferences,
  type NotificationStatus,
  type ServiceOrder,
  type ServiceOrderEvent,
  type SignInResponse,
} from './schemas';
export { calendarDateOf, normalizeTimestamp, unbroken } from './timestamp';
export { unwrap, type Wrapped } from './unwrap';
