import type { Database } from '../database/connect';
import { importCustomers } from '../import/import-customers';
import { demoCustomers } from './demo-customers';
import { demoFile } from './demo-file';

const hasCustomers = async (database: Database): Promise<boolean> =>
  (await database.selectFrom('customers').select('id').limit(1).executeTakeFirst()) !== undefined;

const hasDemoCustomers = async (database: Database): Promise<boolean> => {
  const emails = demoCustomers.map(({ contact }) => contact);
  const found = await database
    .selectFrom('customers')
    .select('id')
    .where('email', 'in', emails)
    .executeTakeFirst();
  return found !== undefined;
};

/**
 * Gives an empty embedded database customers to try the portal with.
 * @param now the day that their newest orders are from, nearly
 * @returns whether there are demo customers to sign in as, from this start or an earlier one
 */
export const loadDemo = async (database: Database, now: Date): Promise<boolean> => {
  if (await hasCustomers(database)) return hasDemoCustomers(database);
  const report = await importCustomers(database, await demoFile(now));
  if (report.outcome === 'refused')
    throw new Error(
      `demo/customers.json cannot be loaded: ${JSON.stringify(report.rows)}. Correct it and start again.`,
    );
  return true;
};
