import { customerStore } from '../customers/customer-store';
import type { Database } from '../database/connect';
import { importCustomers } from '../import/import-customers';
import { demoCustomers, demoFile } from './demo-data';

/**
 * Loads the demo customers into an empty database.
 * @param now their newest orders are of the day before
 * @returns whether there are demo customers to sign in as, from this start or an earlier one
 */
export const loadDemo = async (database: Database, now: Date): Promise<boolean> => {
  const customers = customerStore(database);
  if (!(await customers.isEmpty())) {
    const contacts = demoCustomers.map(({ contact }) => contact);
    return (await customers.findAll(contacts, [])).length > 0;
  }
  const report = await importCustomers(database, await demoFile(now));
  if (report.outcome === 'refused')
    throw new Error(
      `demo/customers.json cannot be loaded: ${JSON.stringify(report.rows)}. Fix it and restart.`,
    );
  return true;
};
