import { useMutation, useQueryClient } from '@tanstack/react-query';
import { http } from '../http';
import type { NotificationPreferences } from '../wire/notification-preferences';
import { notificationPreferencesOptions } from './get-notification-preferences';

/** POST /serviceOrder/update-notification-status: the answer's shape is not specified, a 2xx means saved. */
export const updateNotificationPreferences = async (preferences: NotificationPreferences): Promise<void> => {
  await http.post<unknown>('/serviceOrder/update-notification-status', preferences);
};

/** Saves, and then shows what was saved without asking again. */
export const useUpdateNotificationPreferences = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: updateNotificationPreferences,
    onSuccess: async (_answer, preferences) => {
      const { queryKey } = notificationPreferencesOptions;
      // An answer that was asked for before the save would show the preferences of then.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, preferences);
    },
  });
};
