import { customerStore } from '../../identity/customers/customer-store';
import type { Database } from '../../platform/database/connect';
import { importCustomers } from '../import/import-customers';
import { demoCustomers } from './demo-customers';

const works = [
  'Boiler: yearly maintenance',
  'Lift: emergency call does not connect',
  'Heat pump: heating curve adjusted',
  'Ventilation: filters replaced',
  'Radiator valve replaced',
  'Fire doors: inspection',
  'Lighting in the car park',
];

const statuses = ['Closed', 'Invoiced', 'Completed', 'Closed', 'In Process', 'Open', 'On Hold'];

const at = <Item>(items: readonly Item[], index: number) => items[index % items.length];

const DAY_MS = 24 * 60 * 60 * 1000;

const daysAfter = (day: number, days: number): string => new Date(day + days * DAY_MS).toISOString();

/** All dates of the demo are for this day: the newest order is of the day before, the next visit two days after. */
const DAY_OF_THE_DEMO = Date.parse('2026-03-10T00:00:00Z');

/** One of the many orders of a property manager, each three days older than the one before. */
const orderOf = (index: number) => {
  const lastModified = daysAfter(DAY_OF_THE_DEMO, -0.5 - index * 3);
  return {
    ServiceOrderNbr: { value: String(1120 - index).padStart(6, '0') },
    Description: { value: `${at(works, index)}, building ${(index % 9) + 1}` },
    Status: { value: at(statuses, index) },
    Date: { value: daysAfter(DAY_OF_THE_DEMO, -11 - index * 3) },
    LastModifiedDateTime: { value: lastModified },
    events: [
      {
        summary: 'Order received',
        body: '<p>Thank you.</p>',
        created_by: 'Customer service',
        created_at: lastModified,
      },
    ],
  };
};

/** `demo/customers.json` and a customer with many orders, as an import file whose newest order is of yesterday. */
const demoFile = async (now: Date): Promise<string> => {
  const { default: file } = await import('../../../demo/customers.json');
  const orders = Array.from({ length: 120 }, (_, index) => orderOf(index));
  const cara = { email: 'cara@example.com', name: 'Cara Example', orders };
  const days = Math.floor((now.getTime() - DAY_OF_THE_DEMO) / DAY_MS);
  return JSON.stringify([...file, cara]).replaceAll(
    /(\d{4}-\d\d-\d\d)T([\d:.]+)(?:Z|\+00:00)/g,
    (_, day: string, time: string) => {
      const shifted = daysAfter(Date.parse(day), days).slice(0, 10);
      // A visit at 8 comes at 8 where the server runs. Midnight stands for a day.
      return time.startsWith('00:00') ? `${shifted}T00:00:00Z` : new Date(`${shifted}T${time}`).toISOString();
    },
  );
};

/** Loads the demo customers into an empty database. @returns whether there are demo customers to sign in as */
export const loadDemo = async (database: Database, now: Date): Promise<boolean> => {
  const customers = customerStore(database);
  if (!(await customers.isEmpty())) {
    const contacts = demoCustomers.map(({ contact }) => contact);
    return (await customers.findAll(contacts)).length > 0;
  }
  const report = await importCustomers(database, await demoFile(now));
  if (report.outcome === 'refused')
    throw new Error(
      `demo/customers.json cannot be loaded: ${JSON.stringify(report.rows)}. Fix it and restart.`,
    );
  return true;
};
