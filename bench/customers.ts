import { orderWith } from '../e2e/support/customers';

const EVENT = {
  summary: 'Part ordered',
  body: '<p>The <strong>heat exchanger</strong> arrives on Friday. We call you the day before.</p>',
  created_by: 'Dana',
  created_at: '2026-03-04T12:34:00Z',
  status: 'Done',
};

const STATUSES = ['Open', 'On Hold', 'In Process', 'Invoiced', 'Completed', 'Closed'];

const ordersOf = (prefix: string, orders: number, events: number) =>
  Array.from({ length: orders }, (_, index) => {
    const modified = new Date(Date.UTC(2026, 2, 5) - index * 3_600_000).toISOString();
    return orderWith(`${prefix}${index}`, STATUSES[index % STATUSES.length] ?? '', modified, {
      events: Array.from({ length: events }, (_, event) => ({
        ...EVENT,
        summary: `${EVENT.summary} ${event}`,
      })),
    });
  });

const customer = (phone: string, prefix: string, orders: number, events: number) => ({
  phone,
  name: 'Ann Example',
  orders: ordersOf(prefix, orders, events),
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

export const customers = [
  customer(PHONES.usual, 'U', 10, 2),
  customer(PHONES.manyOrders, 'L', 10_000, 0),
  customer(PHONES.oneEvent, 'O', 1, 1),
  customer(PHONES.manyEvents, 'M', 1, 2_000),
];

/** More customers with five orders each, `customer-1@example.com` and so on. */
export const manyCustomers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    email: `customer-${index + 1}@example.com`,
    name: 'Ann Example',
    orders: ordersOf(`C${index}-`, 5, 1),
  }));
