import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { http } from '../http';
import { useSave } from '../use-save';
import { notificationStatusSchema, type NotificationPreferences } from '../wire/schemas';
import { post } from './sign-in';
import { PORTAL_KEY } from '../session';

/** GET /serviceOrder/get-notification-status: whether email and SMS are on, and where they go. */
export const notificationPreferencesOptions = queryOptions({
  queryKey: [PORTAL_KEY, 'notification-preferences'],
  queryFn: async ({ signal }) => {
    const { data } = await http.get<unknown>('/serviceOrder/get-notification-status', { signal });
    return v.parse(notificationStatusSchema, data);
  },
});

export const useNotificationPreferences = () => useQuery(notificationPreferencesOptions);

/** POST /serviceOrder/update-notification-status: any 2xx means saved; the response body is not specified. */
export const updateNotificationPreferences = async ({
  email,
  sms,
}: NotificationPreferences): Promise<void> => {
  await http.post<unknown>('/serviceOrder/update-notification-status', { email, sms });
};

export const useUpdateNotificationPreferences = () =>
  useSave(notificationPreferencesOptions, updateNotificationPreferences, (saved, preferences) => ({
    ...saved,
    ...preferences,
  }));

/** POST /notification-preferences/test: sends a test message through each channel in the saved preferences. */
export const testNotification = () => post('/notification-preferences/test');

export const useTestNotification = () => useMutation({ mutationFn: testNotification });

/** POST /language: sets the language of the customer's messages. */
export const chooseLanguage = async ({ language }: { language: string }): Promise<void> => {
  await http.post<unknown>('/language', { language });
};
