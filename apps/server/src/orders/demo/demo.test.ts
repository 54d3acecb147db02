import { importCustomers } from '../import/import-customers';
import { useTestApp } from '../../testing/test-app';
import { loadDemo } from './demo';
import { demoCustomers } from './demo-customers';

const now = new Date('2026-05-20T03:30:00Z');

const portal = useTestApp();

const ordersOf = async (contact: string) => {
  const customer = await portal.database
    .selectFrom('customers')
    .select('id')
    .where((where) => where.or([where('email', '=', contact), where('phone', '=', contact)]))
    .executeTakeFirstOrThrow();
  return portal.database.selectFrom('orders').selectAll().where('customer_id', '=', customer.id).execute();
};

test('adds every customer that the greeting names to an empty database', async () => {
  expect(await loadDemo(portal.database, now)).toBe(true);
  const counts = demoCustomers.map(
    async ({ contact }) => [contact, (await ordersOf(contact)).length] as const,
  );
  expect(Object.fromEntries(await Promise.all(counts))).toEqual({
    'ann@example.com': 16,
    '+12025550123': 16,
    'ben@example.com': 1,
    'cara@example.com': 120,
    'dora@example.com': 0,
    '+12025550188': 2,
  });
});

test('changes nothing on a second start, and still finds the demo customers', async () => {
  await loadDemo(portal.database, now);
  await portal.database.deleteFrom('orders').execute();
  expect(await loadDemo(portal.database, now)).toBe(true);
  expect(await ordersOf('ann@example.com')).toEqual([]);
});

test("gives way to an operator's own orders with the same numbers", async () => {
  await loadDemo(portal.database, now);
  const own = [{ email: 'real@customer.example', orders: [{ ServiceOrderNbr: '000019' }] }];
  const report = await importCustomers(portal.database, JSON.stringify(own));
  expect(report).toMatchObject({ outcome: 'loaded', orders: { new: 1 } });
  expect(await ordersOf('real@customer.example')).toHaveLength(1);
  expect(await ordersOf('ann@example.com')).toHaveLength(15);
});

test('leaves a database with real customers alone', async () => {
  await portal.database.insertInto('customers').values({ email: 'real@customer.example' }).execute();
  expect(await loadDemo(portal.database, now)).toBe(false);
  expect(await portal.database.selectFrom('customers').select('email').execute()).toHaveLength(1);
});
