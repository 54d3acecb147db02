/** Calls and schemas without React and axios, for the server. */
export { calls, orderNbrSchema, type Call } from './calls';
export { kindOf, readEventBody } from './event';
export {
  ANSWER_LIMITS,
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
export { dateFormat, hasBegun, wallClock } from './time-zone';
export { calendarDateOf, isDate, newestFirst, normalizeTimestamp, timeOf } from './timestamp';
export { plainText, withAsciiDigits, withoutInvisible } from './typed-text';
export { unwrap, type Wrapped } from './unwrap';
export { formatPeriod, isCanceled, nextVisit, startOf } from './visit';
