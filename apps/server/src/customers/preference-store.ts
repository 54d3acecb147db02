import type { NotificationPreferences } from '@portal/api/wire';
import type { Language } from '@portal/contract';
import type { Channel } from './contact';
import type { Database } from '../database/connect';

/** How customers want to be notified. */
export const preferenceStore = (database: Database) => ({
  find: async (customerId: string) => {
    const row = await database
      .selectFrom('customers')
      .select(['notify_email', 'notify_sms', 'email', 'phone', 'name', 'language'])
      .where('id', '=', customerId)
      .executeTakeFirst();
    return (
      row && {
        chosen: { email: row.notify_email, sms: row.notify_sms },
        addresses: { email: row.email, sms: row.phone },
        name: row.name,
        // Of messages; null: the portal's default.
        language: row.language,
      }
    );
  },

  write: async (customerId: string, { email, sms }: NotificationPreferences) => {
    await database
      .updateTable('customers')
      .set({ notify_email: email, notify_sms: sms })
      .where('id', '=', customerId)
      .execute();
  },

  writeLanguage: async (customerId: string, language: Language) => {
    await database.updateTable('customers').set({ language }).where('id', '=', customerId).execute();
  },

  /** Switches a channel of every customer whose column has this value. @returns their ids */
  switchChannel: async (channel: Channel, isOn: boolean, column: 'id' | 'email' | 'phone', value: string) => {
    const switched = await database
      .updateTable('customers')
      .set(`notify_${channel}`, isOn)
      .where(column, '=', value)
      .returning('id')
      .execute();
    return switched.map(({ id }) => id);
  },
});
