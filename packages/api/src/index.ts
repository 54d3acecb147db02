export { authCheckOptions, checkAuth, useAuthCheck } from './calls/check-auth';
export {
  getNotificationPreferences,
  notificationPreferencesOptions,
  useNotificationPreferences,
} from './calls/get-notification-preferences';
export { getServiceOrder, serviceOrderOptions, useServiceOrder } from './calls/get-service-order';
export { listServiceOrders, serviceOrdersOptions, useServiceOrders } from './calls/list-service-orders';
export { logOut, useLogOut } from './calls/log-out';
export { requestEmailCode, useRequestEmailCode } from './calls/request-email-code';
export { requestPhoneCode, useRequestPhoneCode } from './calls/request-phone-code';
export {
  updateNotificationPreferences,
  useUpdateNotificationPreferences,
} from './calls/update-notification-preferences';
export { useVerifyEmailCode, verifyEmailCode } from './calls/verify-email-code';
export { useVerifyPhoneCode, verifyPhoneCode } from './calls/verify-phone-code';
export { http } from './http';
export { retryAfterSeconds } from './retry-after';
export { serverMessage } from './server-message';
export { isClientError, isUnauthorized } from './refusal';
export { notificationPreferencesSchema, type NotificationPreferences } from './wire/notification-preferences';
export { signInResponseSchema, type SignInResponse } from './wire/sign-in';
export { serviceOrderSchema, type ServiceOrder, type ServiceOrderEvent } from './wire/service-order';
export { unwrap, type Wrapped } from './wire/unwrap';
