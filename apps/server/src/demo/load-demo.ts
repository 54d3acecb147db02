import type { Database } from '../database/connect';
import { importCustomers } from '../import/import-customers';
import { demoCustomers } from './demo-customers';
import { demoFile } from './demo-file';
import { demoStore } from './demo-store';

/**
 * Gives an empty embedded database customers to try the portal with.
 * @param now the day that their newest orders are from, nearly
 * @returns whether there are demo customers to sign in as, from this start or an earlier one
 */
export const loadDemo = async (database: Database, now: Date): Promise<boolean> => {
  const customers = demoStore(database);
  if (await customers.exist()) return customers.existWith(demoCustomers.map(({ contact }) => contact));
  const report = await importCustomers(database, await demoFile(now));
  if (report.outcome === 'refused')
    throw new Error(
      `demo/customers.json cannot be loaded: ${JSON.stringify(report.rows)}. Correct it and start again.`,
    );
  return true;
};
