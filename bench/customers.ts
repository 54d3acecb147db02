import { join } from 'node:path';
import { SCRATCH } from './scratch';

const EVENT = {
  summary: 'Part ordered',
  body: '<p>The <strong>heat exchanger</strong> arrives on Friday. We call you the day before.</p>',
  created_by: 'Dana',
  created_at: '2026-03-04T12:34:00Z',
  status: 'Done',
};

const STATUSES = ['Open', 'On Hold', 'In Process', 'Invoiced', 'Completed', 'Closed'];

const order = (nbr: string, index: number, events: number) => ({
  ServiceOrderNbr: { value: nbr },
  Description: { value: `Boiler: yearly maintenance, building ${index % 9}` },
  Status: { value: STATUSES[index % STATUSES.length] },
  Date: { value: '2026-03-04T00:00:00+00:00' },
  LastModifiedDateTime: { value: new Date(Date.UTC(2026, 2, 5) - index * 3_600_000).toISOString() },
  events: Array.from({ length: events }, (_, event) => ({ ...EVENT, summary: `${EVENT.summary} ${event}` })),
});

const customer = (phone: string, prefix: string, orders: number, events: number) => ({
  phone,
  name: 'Ann Example',
  orders: Array.from({ length: orders }, (_, index) => order(`${prefix}${index}`, index, events)),
});

/** Phone numbers of customers: with ten orders, with 10,000, with an order of one event, and with one of 2,000 events. */
export const PHONES = {
  usual: '+12025550101',
  manyOrders: '+12025550102',
  oneEvent: '+12025550103',
  manyEvents: '+12025550104',
};

/** The orders with one event and with 2,000. */
export const ORDER_NUMBERS = { oneEvent: 'O0', manyEvents: 'M0' };

/** The file to which a run writes `customers`, for `portal import`. */
export const customersFile = join(SCRATCH, 'customers.json');

export const customers = [
  customer(PHONES.usual, 'U', 10, 2),
  customer(PHONES.manyOrders, 'L', 10_000, 0),
  customer(PHONES.oneEvent, 'O', 1, 1),
  customer(PHONES.manyEvents, 'M', 1, 2_000),
];
