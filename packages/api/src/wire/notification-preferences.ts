import * as v from 'valibot';

/** How a customer wants to be notified (specification section 3). */
export const notificationPreferencesSchema = v.object({ email: v.boolean(), sms: v.boolean() });

export type NotificationPreferences = v.InferOutput<typeof notificationPreferencesSchema>;
