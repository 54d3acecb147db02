import * as v from 'valibot';

/** The customers to sign in as on a first start, and what each demonstrates. */
export const demoCustomers = [
  { contact: 'ann@example.com', shows: 'every status, rich events, long and missing texts' },
  { contact: '+12025550123', shows: 'the same customer, by text message' },
  { contact: 'ben@example.com', shows: 'one order' },
  { contact: 'cara@example.com', shows: '120 orders' },
  { contact: 'dora@example.com', shows: 'no orders yet' },
  { contact: '+12025550188', shows: 'two orders, phone only' },
] as const;

const contacts = new Set<string | null>(demoCustomers.map(({ contact }) => contact));

/** Whether a customer comes from the demo: nobody else can have an address or a number reserved for examples. */
export const isDemoCustomer = ({ email, phone }: { email: string | null; phone: string | null }): boolean =>
  contacts.has(email ?? phone);

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

const daysBefore = (day: Date, days: number): string =>
  new Date(day.getTime() - days * 24 * 60 * 60 * 1000).toISOString();

const orderOf = (index: number, newest: Date) => {
  const lastModified = daysBefore(newest, index * 3);
  return {
    ServiceOrderNbr: { value: String(1120 - index).padStart(6, '0') },
    Description: { value: `${at(works, index)}, building ${(index % 9) + 1}` },
    Status: { value: at(statuses, index) },
    Date: { value: daysBefore(newest, index * 3 + 10).slice(0, 10) },
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

/** The many orders of a property manager, each three days older than the one before. */
const manyOrders = (count: number, newest: Date) =>
  Array.from({ length: count }, (_, index) => orderOf(index, newest));

/** `demo/customers.json` is dated for this day: its newest order is of the day before. */
const dayOfTheFile = new Date('2026-03-10T00:00:00Z');

const millisecondsOfADay = 24 * 60 * 60 * 1000;

const daysBetween = (from: Date, to: Date): number =>
  Math.floor((to.getTime() - from.getTime()) / millisecondsOfADay);

const moveDay = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * millisecondsOfADay).toISOString().slice(0, 10);

const moveDays = (text: string, days: number): string =>
  text.replaceAll(/\d{4}-\d\d-\d\d(?=T\d\d:)/g, (day) => moveDay(day, days));

const yesterdayAtNoon = (now: Date): Date =>
  new Date(`${moveDay(now.toISOString().slice(0, 10), -1)}T12:00:00Z`);

/**
 * The demo customers as an import file: `demo/customers.json` and a customer with many orders. Dates are moved so that
 * the newest is yesterday.
 */
export const demoFile = async (now: Date): Promise<string> => {
  const { default: file } = await import('../../demo/customers.json');
  const text = moveDays(JSON.stringify(file), daysBetween(dayOfTheFile, now));
  const customers = v.parse(v.array(v.unknown()), JSON.parse(text));
  const cara = {
    email: 'cara@example.com',
    name: 'Cara Example',
    orders: manyOrders(120, yesterdayAtNoon(now)),
  };
  return JSON.stringify([...customers, cara]);
};
