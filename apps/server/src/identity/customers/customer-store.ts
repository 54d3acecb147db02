import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect';
import type { Row } from '../../platform/database/schema';
import { addressKinds, type Contact } from '../../platform/contact/contact';

export type StoredCustomer = Pick<Row<'customers'>, 'id' | 'email' | 'phone' | 'name'>;

/** Makes other imports, on any replica, wait until this transaction ends. @param patienceMs for one that runs */
export const lockImports = async (transaction: Database, patienceMs?: number): Promise<void> => {
  if (patienceMs)
    await sql`select set_config('lock_timeout', ${String(patienceMs)}, true)`.execute(transaction);
  await sql`select pg_advisory_xact_lock(hashtext('portal import'))`.execute(transaction);
};

/** Customers. An email address belongs to one, a phone number may belong to several. */
export const customerStore = (database: Database) => ({
  /** @returns undefined when no customer has this contact, several have this phone number, or the customer is blocked */
  find: async ({ channel, address }: Contact, { withoutEmail = false } = {}) => {
    const [customer, other] = await database
      .selectFrom('customers')
      .select(['id', 'email', 'blocked_at'])
      .where(addressKinds[channel], '=', address)
      .limit(2)
      // Waits for an operator who is blocking the customer at this moment.
      .forKeyShare()
      .execute();
    const isNobody = other ?? customer?.blocked_at ?? (withoutEmail && customer?.email);
    return isNobody ? undefined : customer?.id;
  },

  describe: (customerId: string) =>
    database
      .selectFrom('customers')
      .select(['name', 'email', 'phone'])
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow(),

  findAll: (contacts: readonly string[]): Promise<StoredCustomer[]> =>
    database
      .selectFrom('customers')
      .select(['id', 'email', 'phone', 'name'])
      .where(sql<boolean>`(email = any(${contacts}::text[]) or phone = any(${contacts}::text[]))`)
      .execute(),

  isEmpty: async (): Promise<boolean> =>
    (await database.selectFrom('customers').select('id').limit(1).executeTakeFirst()) === undefined,

  save: async (customers: readonly StoredCustomer[]) => {
    if (customers.length === 0) return;
    await database
      .insertInto('customers')
      .values(customers)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(({ ref }) => ({
          email: ref('excluded.email'),
          phone: ref('excluded.phone'),
          name: ref('excluded.name'),
        })),
      )
      .execute();
  },
});
