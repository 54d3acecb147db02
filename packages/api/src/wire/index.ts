/** The wire alone, for readers that make no calls: no React, no axios. */
export { notificationPreferencesSchema, type NotificationPreferences } from './notification-preferences';
export { outcomeSchema, type Outcome } from './outcome';
export { serviceOrderSchema, type ServiceOrder, type ServiceOrderEvent } from './service-order';
export { unwrap, type Wrapped } from './unwrap';
