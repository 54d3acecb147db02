import type { Database } from '../database/connect';
import type { Contact } from './contact';

/** Customers as sign-in knows them: by a contact. */
export const customerStore = (database: Database) => ({
  /** The customer's id; undefined when nobody has this contact. */
  find: async ({ channel, address }: Contact) => {
    const customer = await database
      .selectFrom('customers')
      .select('id')
      .where(channel === 'email' ? 'email' : 'phone', '=', address)
      .executeTakeFirst();
    return customer?.id;
  },
});
