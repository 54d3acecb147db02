export { useAnswerOrder, useUploadAnswerFile, type Answer, type AnswerFile } from './calls/answers';
export {
  authCheckAfter,
  authCheckOptions,
  hasSessionEnded,
  useAuthCheck,
  useSignedInCustomer,
} from './calls/check-auth';
export { DRAFT_PREFIX, logOut } from './calls/log-out';
export {
  notificationEventsOptions,
  useMuteOrder,
  useNotificationEvents,
  useUpdateNotificationEvents,
} from './calls/notification-events';
export {
  chooseLanguage,
  notificationPreferencesOptions,
  useNotificationPreferences,
  useTestNotification,
  useUpdateNotificationPreferences,
} from './calls/notification-preferences';
export {
  serviceOrdersOptions,
  useServiceOrder,
  useServiceOrders,
  useServiceOrdersAge,
} from './calls/service-orders';
export { useEndSessions, useSessions } from './calls/sessions';
export { requestCode, verifyCode, type SignInMethod } from './calls/sign-in';
export { http } from './http';
export { isClientError, isForbidden, isUnauthorized, retryAfterSeconds, serverMessage } from './http-error';
export { AUTH_CHECK_KEY, endSession, PORTAL_KEY, startSession } from './session';
export { kindOf, readEventBody, type EventKind } from './wire/event';
export { ANSWER_LIMITS } from './wire/schemas';
export type {
  Asks,
  NotificationEvents,
  NotificationPreferences,
  NotificationStatus,
  OrderFile,
  ServiceOrder,
  ServiceOrderEvent,
  Session,
  SignedInCustomer,
  SignInResponse,
} from './wire/schemas';
export { dateFormat, dayOf, hasBegun, isAhead, isCurrent, wallClock } from './wire/time-zone';
export { calendarDateOf, isDate, newestFirst, normalizeTimestamp, timeOf } from './wire/timestamp';
export { formatPeriod, isUpcoming, nextVisit, periodOf } from './wire/visit';
export { plainText, withAsciiDigits } from './wire/typed-text';
