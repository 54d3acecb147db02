import { queryOptions, useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { http, type Cancellable } from '../http';
import {
  notificationPreferencesSchema,
  type NotificationPreferences,
} from '../wire/notification-preferences';

/** GET /serviceOrder/get-notification-status: how the customer is notified today. */
export const getNotificationPreferences = async (request?: Cancellable): Promise<NotificationPreferences> => {
  const { data } = await http.get<unknown>('/serviceOrder/get-notification-status', request);
  return v.parse(notificationPreferencesSchema, data);
};

export const notificationPreferencesOptions = queryOptions({
  queryKey: ['notification-preferences'],
  queryFn: ({ signal }) => getNotificationPreferences({ signal }),
});

export const useNotificationPreferences = () => useQuery(notificationPreferencesOptions);
