import type { Database } from '../database/connect';

/** What has to be known of the customers before demo customers are loaded. */
export const demoStore = (database: Database) => ({
  /** Whether there is any customer. */
  exist: async (): Promise<boolean> =>
    (await database.selectFrom('customers').select('id').limit(1).executeTakeFirst()) !== undefined,

  /** Whether there is a customer with one of these e-mail addresses. */
  existWith: async (emails: readonly string[]): Promise<boolean> =>
    (await database.selectFrom('customers').select('id').where('email', 'in', emails).executeTakeFirst()) !==
    undefined,
});
