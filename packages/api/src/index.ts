export { authCheckOptions, useAuthCheck } from './calls/check-auth';
export { useLogOut } from './calls/log-out';
export {
  notificationPreferencesOptions,
  useNotificationPreferences,
  useUpdateNotificationPreferences,
} from './calls/notification-preferences';
export { serviceOrdersOptions, useServiceOrder, useServiceOrders } from './calls/service-orders';
export { requestEmailCode, requestPhoneCode, verifyEmailCode, verifyPhoneCode } from './calls/sign-in';
export { http } from './http';
export { isClientError, isUnauthorized, retryAfterSeconds, serverMessage } from './http-error';
export type {
  NotificationPreferences,
  ServiceOrder,
  ServiceOrderEvent,
  SignInResponse,
} from './wire/schemas';
