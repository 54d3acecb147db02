import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { http, type Cancellable } from '../http';
import { notificationPreferencesSchema, type NotificationPreferences } from '../wire/schemas';

/** GET /serviceOrder/get-notification-status: whether the customer is notified by email and SMS. */
export const getNotificationPreferences = async (request?: Cancellable): Promise<NotificationPreferences> => {
  const { data } = await http.get<unknown>('/serviceOrder/get-notification-status', request);
  return v.parse(notificationPreferencesSchema, data);
};

export const notificationPreferencesOptions = queryOptions({
  queryKey: ['notification-preferences'],
  queryFn: ({ signal }) => getNotificationPreferences({ signal }),
});

export const useNotificationPreferences = () => useQuery(notificationPreferencesOptions);

/** POST /serviceOrder/update-notification-status: any 2xx means saved; the response body is not specified. */
export const updateNotificationPreferences = async (preferences: NotificationPreferences): Promise<void> => {
  await http.post<unknown>('/serviceOrder/update-notification-status', preferences);
};

/** Saves the preferences and writes them into the query cache, without a refetch. */
export const useUpdateNotificationPreferences = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: updateNotificationPreferences,
    onSuccess: async (_response, preferences) => {
      const { queryKey } = notificationPreferencesOptions;
      // A fetch that started before the save would bring the old preferences back.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, preferences);
    },
  });
};
