import type { NotificationPreferences } from '@portal/api/wire';
import type { Language } from '@portal/contract';
import { addressKinds, type Channel, type Contact } from './contact';
import type { Database } from '../database/connect';

/** How a customer can be reached, and wants to be. */
export interface Reachability {
  chosen: Record<Channel, boolean>;
  addresses: Record<Channel, string | null>;
  name: string | null;
  /** The language of messages; null: the portal's default. */
  language: string | null;
}

/** How customers want to be notified. */
export const preferenceStore = (database: Database) => ({
  find: async (customerId: string): Promise<Reachability | undefined> => {
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

  /** Switches one channel of a customer. @returns whether there is such a customer */
  switchOf: async (customerId: string, channel: Channel, isOn: boolean): Promise<boolean> => {
    const switched = await database
      .updateTable('customers')
      .set(`notify_${channel}`, isOn)
      .where('id', '=', customerId)
      .returning('id')
      .executeTakeFirst();
    return switched !== undefined;
  },

  /** Switches the channel of every customer with this contact. @returns their ids */
  switchAt: async ({ channel, address }: Contact, isOn: boolean): Promise<string[]> => {
    const switched = await database
      .updateTable('customers')
      .set(`notify_${channel}`, isOn)
      .where(addressKinds[channel], '=', address)
      .returning('id')
      .execute();
    return switched.map(({ id }) => id);
  },
});
