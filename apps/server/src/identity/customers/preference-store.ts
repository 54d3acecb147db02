import type { NotificationEvents, NotificationPreferences } from '@portal/api/wire';
import type { Language } from '@portal/contract';
import { addressKinds, channelNames, type Channel } from '../../platform/contact/contact';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect';

type Choices = Partial<NotificationPreferences & NotificationEvents & { language: Language }>;

/** How customers want to be notified. */
export const preferenceStore = (database: Database) => ({
  find: async (customerId: string) => {
    const row = await database
      .selectFrom('customers')
      .select(['notify_email', 'notify_sms', 'notify_status', 'notify_entries', 'notify_visits'])
      .select(['email', 'phone', 'name', 'language'])
      .where('id', '=', customerId)
      .executeTakeFirst();
    return (
      row && {
        chosen: { email: row.notify_email, sms: row.notify_sms },
        events: { status: row.notify_status, entries: row.notify_entries, visits: row.notify_visits },
        addresses: { email: row.email, sms: row.phone },
        name: row.name,
        // Of messages; null: the portal's default.
        language: row.language,
      }
    );
  },

  /** The channels on which these customers want news, and have an address. */
  chosenChannels: async (customerIds: readonly string[]) => {
    const customers = await database
      .selectFrom('customers')
      .select(['id', 'notify_email', 'notify_sms', 'email', 'phone'])
      .where(sql<boolean>`id = any(${customerIds}::uuid[])`)
      .execute();
    return customers.flatMap((customer) =>
      channelNames
        .filter((channel) => customer[`notify_${channel}`] && customer[addressKinds[channel]] !== null)
        .map((channel) => ({ customerId: customer.id, channel })),
    );
  },

  /** Saves the choices that are given; the others stay. Without a change, nothing is written. */
  write: async (customerId: string, { email, sms, status, entries, visits, language }: Choices) => {
    const given = {
      notify_email: email,
      notify_sms: sms,
      notify_status: status,
      notify_entries: entries,
      notify_visits: visits,
      language,
    };
    await database
      .updateTable('customers')
      .set(given)
      .where('id', '=', customerId)
      .where((customer) =>
        customer.or(
          Object.entries(given)
            .filter(([, value]) => value !== undefined)
            .map(([column, value]) => sql<boolean>`${sql.ref(column)} is distinct from ${value}`),
        ),
      )
      .execute();
  },

  /** The numbers of the orders that the customer has muted, the last one first. */
  mutedOrders: async (customerId: string) => {
    const muted = await database
      .selectFrom('muted_orders')
      // An order that moved to another customer is not theirs to show.
      .innerJoin('order_readers', (join) =>
        join
          .onRef('order_readers.order_nbr', '=', 'muted_orders.order_nbr')
          .onRef('order_readers.customer_id', '=', 'muted_orders.customer_id'),
      )
      .select('muted_orders.order_nbr')
      .where('muted_orders.customer_id', '=', customerId)
      .orderBy('muted_at', 'desc')
      .execute();
    return muted.map(({ order_nbr }) => order_nbr);
  },

  /** Mutes an order of the customer; another customer's stays as it is. */
  mute: (customerId: string, orderNbr: string) =>
    database
      .insertInto('muted_orders')
      .columns(['customer_id', 'order_nbr'])
      .expression((readers) =>
        readers
          .selectFrom('order_readers')
          .select(['customer_id', 'order_nbr'])
          .where('customer_id', '=', customerId)
          .where('order_nbr', '=', orderNbr),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute(),

  unmute: (customerId: string, orderNbr: string) =>
    database
      .deleteFrom('muted_orders')
      .where('customer_id', '=', customerId)
      .where('order_nbr', '=', orderNbr)
      .execute(),

  /** Switches a channel of every customer whose column has this value. @returns the ids of those who had it otherwise */
  switchChannel: async (channel: Channel, isOn: boolean, column: 'id' | 'email' | 'phone', value: string) => {
    const switched = await database
      .updateTable('customers')
      .set(`notify_${channel}`, isOn)
      .where(column, '=', value)
      .where(`notify_${channel}`, '<>', isOn)
      .returning('id')
      .execute();
    return switched.map(({ id }) => id);
  },
});
