import { sql } from 'kysely';
import { contactsOf } from '../../platform/contact/contact';
import type { Database } from '../../platform/database/connect';
import type { Person } from '../../platform/database/schema';

/** Of more customers, the operator writes more of the name. */
const MOST_FOUND = 20;

/** The newest of each kind of row. */
const MOST_LISTED = 10;

/** What an operator reads to help a customer. */
export const supportStore = (database: Database) => {
  const messages = database
    .selectFrom('outbox')
    .select(['id', 'created_at as at', 'kind', 'channel', 'status', 'failure as reason'])
    .orderBy('created_at', 'desc');

  return {
    /** @param text a part of the name, or the number of an order @param address an address or a phone number */
    find: (text: string, address: string | undefined) =>
      database
        .selectFrom('customers')
        .select(['id', 'name', 'email', 'phone', 'blocked_at as blockedAt'])
        .where(
          sql<boolean>`(email = ${address} or phone = ${address} or position(lower(${text}) in lower(name)) > 0
            or id in (select customer_id from order_readers where order_nbr = ${text}))`,
        )
        .orderBy('name')
        .limit(MOST_FOUND)
        .execute(),

    /** Codes have no customer, only an address. */
    lastCodes: (person: Person) =>
      messages
        .where(sql<boolean>`recipient = any(${contactsOf(person).map(({ address }) => address)}::text[])`)
        .where('kind', '=', 'code')
        .limit(MOST_LISTED)
        .execute(),

    lastMessages: ({ id }: Person) => messages.where('customer_id', '=', id).limit(MOST_LISTED).execute(),

    failedMessages: async ({ id }: Person) => {
      const failed = await messages.where('customer_id', '=', id).where('status', '=', 'dead').execute();
      return failed.map((message) => message.id);
    },

    lastImports: ({ id }: Person) =>
      database
        .selectFrom('import_customers')
        .innerJoin('imports', 'imports.id', 'import_id')
        .select(['imports.at', 'source'])
        .where('customer_id', '=', id)
        .orderBy('imports.at', 'desc')
        .limit(MOST_LISTED)
        .execute(),
  };
};
