import type { NotificationPreferences } from '@portal/api/wire';
import type { Database } from '../database/connect';

/** How customers want to be notified. */
export const preferenceStore = (database: Database) => ({
  read: (customerId: string): Promise<NotificationPreferences> =>
    database
      .selectFrom('customers')
      .select(['notify_email as email', 'notify_sms as sms'])
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow(),

  write: async (customerId: string, { email, sms }: NotificationPreferences) => {
    await database
      .updateTable('customers')
      .set({ notify_email: email, notify_sms: sms })
      .where('id', '=', customerId)
      .execute();
  },
});
