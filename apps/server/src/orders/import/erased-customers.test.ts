import { eraseRows } from '../../identity/customers/personal-data-store';
import { deriveKeys } from '../../platform/crypto/keys';
import { useTestApp } from '../../testing/test-app';
import { dumpTables } from '../../testing/test-database';
import { importCustomers } from './import-customers';

const TOKEN = 'a-token-of-an-erp';
const portal = useTestApp({ ORDERS_WEBHOOK_TOKEN: TOKEN });

const ann = { email: 'ann@example.com', phone: '+12025550123' };
const ben = { email: 'ben@example.com', phone: '+12025550123' };
const withOrder = (customer: object, ServiceOrderNbr: string) => ({
  ...customer,
  orders: [{ ServiceOrderNbr }],
});

const load = (records: object[], { erasures } = portal.keys) =>
  importCustomers(portal.database, JSON.stringify(records), { erasures });

const emails = async () =>
  (await portal.database.selectFrom('customers').select('email').orderBy('email').execute()).map(
    ({ email }) => email,
  );

const erase = async ({ erasures } = portal.keys) => {
  const person = await portal.database
    .selectFrom('customers')
    .selectAll()
    .where('email', '=', ann.email)
    .executeTakeFirstOrThrow();
  await eraseRows(portal.database, person, erasures);
};

const note = {
  row: 1,
  reason: expect.stringMatching(/^was erased on \d{4}-\d\d-\d\d, and stays so; .*customer readmit/),
};

test('a file brings back no erased customer, and loads the others', async () => {
  await load([ann]);
  await erase();
  expect((await dumpTables(portal.database)).join()).not.toMatch(/ann@|2025550123/);
  const file = [withOrder(ann, '1'), withOrder(ben, '2')];
  expect(await load(file)).toMatchObject({
    outcome: 'loaded',
    customers: { new: 1 },
    orders: { new: 1 },
    notes: [note],
  });
  expect(await emails()).toEqual([ben.email]);
  // By another of her contacts, or a new address.
  const others = [{ email: 'ann.new@example.com', formerly: ann.email }];
  expect(await load(others)).toMatchObject({ notes: [note] });
  expect(await emails()).toEqual([ben.email]);
});

test('nor does the number of an erased customer', async () => {
  await load([ann]);
  await erase();
  expect(await load([{ phone: ann.phone }])).toMatchObject({ notes: [note] });
});

test('nor does the webhook', async () => {
  await load([ann]);
  await erase();
  const authorization = `Bearer ${TOKEN}`;
  const response = await portal.newBrowser().post('/hooks/orders', withOrder(ann, '1'), { authorization });
  expect(response.json()).toMatchObject({
    success: true,
    customers: { new: 0 },
    orders: { new: 0 },
    notes: [note],
  });
  expect(await emails()).toEqual([]);
});

test('the mark survives a new secret key', async () => {
  const [old, next] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  await load([ann]);
  await erase(deriveKeys(old));
  // While the old key is accepted, and after.
  expect(await load([ann], deriveKeys(next, old))).toMatchObject({ notes: [note] });
  expect(await load([ann], deriveKeys(next))).toMatchObject({ notes: [note] });
});
