import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { TAKEN_DIR } from './directories';

/** The number of customers. Every test uses its own, because codes are limited per customer. */
const CUSTOMERS = 400;

/** An order in the format of `portal import`. */
export const orderWith = (nbr: string, status: string, modified: string, more: object = {}) => ({
  ServiceOrderNbr: { value: nbr },
  Description: { value: `Boiler repair ${nbr}` },
  Status: { value: status },
  Date: { value: '2026-03-04T00:00:00+00:00' },
  LastModifiedDateTime: { value: modified },
  ...more,
});

const EVENTS = {
  events: [
    {
      summary: 'Part ordered',
      body: '<p>The <strong>heat exchanger</strong> arrives on Friday.</p><table><tr><th>Part</th></tr><tr><td>HX-200</td></tr></table>',
      created_by: 'Dana',
      created_at: '2026-03-04T12:34:00Z',
      status: 'Done',
    },
    {
      summary: 'Hostile note',
      body: '<p style="color:#c00" onclick="alert(1)">Careful</p><img src="x" onerror="document.title=\'hacked\'"><script>document.title="hacked"</script>',
      createdDateTime: '2026-03-05T08:00:00Z',
    },
    { summary: 'Frames', body: '<frameset><frame src="javascript:document.title=\'hacked\'"></frameset>' },
    {
      summary: 'Picture in the text',
      body: '<img alt="Plan of the cellar" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==" width="40">',
    },
    {},
  ],
};

const STATUSES = ['Open', 'On Hold', 'Hold', 'In Process', 'Invoiced', 'Completed', 'Closed', 'Canceled'];

const ordersOf = (prefix: string) => [
  ...STATUSES.map((status, index) =>
    orderWith(`${prefix}${index}`, status, `2026-03-0${index + 1}T10:00:00+00:00`),
  ),
  orderWith(`${prefix}8`, 'Open', '2026-03-20T10:00:00+00:00', EVENTS),
  { ServiceOrderNbr: `${prefix}9`, Description: {}, Status: {} },
];

const number = (index: number) => String(index).padStart(3, '0');

/** A customer with ten orders. */
export interface Customer {
  email: string;
  phone: string;
  /** The prefix of this customer's order numbers; the newest order ends with 8. */
  orders: string;
}

const customerAt = (index: number): Customer => ({
  email: `customer-${number(index)}@example.com`,
  phone: `+1202555${String(1000 + index)}`,
  orders: `E${number(index)}`,
});

/** All customers, in the format of `portal import`. */
export const importFile = Array.from({ length: CUSTOMERS }, (_, index) => {
  const { orders, ...contacts } = customerAt(index);
  return { ...contacts, name: `Customer ${index}`, orders: ordersOf(orders) };
});

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

/**
 * Takes a customer that no other test of this run uses. Exclusive creation of a file makes this safe across workers.
 */
export const takeCustomer = async (): Promise<Customer> => {
  for (let index = 0; index < CUSTOMERS; index++) {
    try {
      await (await open(join(TAKEN_DIR, String(index)), 'wx')).close();
      return customerAt(index);
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
  }
  throw new Error(`There are more tests than customers (${CUSTOMERS}). Increase CUSTOMERS in customers.ts.`);
};
