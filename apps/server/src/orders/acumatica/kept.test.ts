import { eraseRows } from '../../identity/customers/personal-data-store';
import { checkErpState } from './check';
import { useErp } from './testing/erp';

/** An order leaves its customer when it is another's, or for nobody's eyes: not because a field of it cannot be read. */

const { portal, erp, start, owners, orderIn, statusOf, summaries } = useErp();
beforeEach(() => start());

const PHONE = '(202) 555-0123';
const ann = { 'Contact/Email': 'ann@example.com', Customer: 'C1' };

test('with a number that cannot be read, an order stays with the customer of its account, and up to date', async () => {
  const { fake, startReplica } = erp;
  fake.addOrder('1', { 'Contact/Phone1': PHONE, Customer: 'C1' });
  fake.addOrder('2', { ...ann });
  const replica = await startReplica();
  await replica.work();
  for (const order of ['1', '2'])
    fake.changeOrder(order, {
      'Contact/Email': undefined,
      'Contact/Phone1': 'call Ann',
      Status: 'Completed',
    });
  await replica.poll();
  expect(await owners()).toEqual({ '1': null, '2': 'ann@example.com' });
  expect(await statusOf('1')).toEqual({ value: 'Completed' });
  fake.changeOrder('1', { Customer: 'C2' });
  await replica.poll();
  expect(await owners()).toEqual({ '2': 'ann@example.com' });
});

test('the ERP brings back no erased customer, however often it names them', async () => {
  const { database, keys } = portal;
  const { fake, startReplica } = erp;
  fake.addOrder('1', ann);
  fake.addOrder('2', { 'Contact/Email': 'ben@example.com' });
  const replica = await startReplica();
  await replica.work();
  const person = await database
    .selectFrom('customers')
    .selectAll()
    .where('email', '=', 'ann@example.com')
    .executeTakeFirstOrThrow();
  await eraseRows(database, person, keys.erasures);
  fake.changeOrder('1', { Status: 'Completed' });
  fake.addOrder('3', ann);
  await replica.poll();
  expect(await owners()).toEqual({ '2': 'ben@example.com' });
});

test('of 2,501 activities, the newest 2,000 are shown', async () => {
  const { fake, clock, startReplica } = erp;
  fake.addOrder('1', ann);
  fake.addActivity('1', { Summary: 'Received' });
  const replica = await startReplica();
  await replica.work();
  for (let index = 0; index < 2500; index += 1)
    fake.addActivity('1', { Summary: `Note ${index}`, Date: new Date(clock.now + index * 1000) });
  await replica.poll();
  const all = await summaries('1');
  expect(all).toHaveLength(2000);
  expect(all).toContain('Note 2499');
  expect(all).not.toContain('Received');
});

test('a note of 9 MB costs its event the text, in the log and the doctor too, until it is shortened', async () => {
  const { fake, startReplica, logged } = erp;
  for (const number of ['1', '2', '3']) {
    fake.addOrder(number, ann);
    fake.addActivity(number, { Summary: 'Received', Body: '<p>Thank you.</p>' });
  }
  const large = fake.addActivity('2', { Summary: 'Scan', Body: 'x'.repeat(9_000_000) });
  const replica = await startReplica();
  await replica.work();
  const bodies = async (orderNbr: string) =>
    (await orderIn(orderNbr))?.events.map(({ summary, body }) => [summary, body]).sort();
  const received = ['Received', '<p>Thank you.</p>'];
  expect(await bodies('1')).toEqual([received]);
  expect(await bodies('2')).toEqual([received, ['Scan', undefined]]);
  expect(logged.filter((entry) => entry.includes('too long'))).toEqual([expect.stringContaining(large)]);
  const findings = async () =>
    (await checkErpState(portal.database)).map((found) => found && found.text).join('\n');
  expect(await findings()).toContain('1 without a text for customers, such as in order 2.');
  fake.changeActivity(large, { Body: '<p>See the report.</p>' });
  await replica.poll();
  expect(await bodies('2')).toEqual([received, ['Scan', '<p>See the report.</p>']]);
  expect(await findings()).not.toContain('without a text');
});

test('a time that nothing can have is left out; the rest is as in the ERP', async () => {
  const { fake, startReplica } = erp;
  fake.addOrder('1', { ...ann, Description: 'Boiler', Date: new Date('2026-03-04') });
  const note = fake.addActivity('1', { Summary: 'Received' });
  const replica = await startReplica();
  await replica.work();
  fake.changeOrder('1', { Date: new Date('1700-01-01'), Description: 'Lift' });
  fake.changeActivity(note, { Date: new Date('2202-03-10'), Summary: 'Part ordered' });
  await replica.poll();
  const { document, events } = (await orderIn('1')) ?? {};
  expect(document).toMatchObject({ Date: {}, Description: { value: 'Lift' } });
  expect(events).toEqual([{ summary: 'Part ordered' }]);
  expect(await owners()).toEqual({ '1': 'ann@example.com' });
});

const orders = {
  number: { 'Contact/Phone1': PHONE, Customer: 'C1' },
  address: { ...ann, 'Contact/Phone1': PHONE },
  foreign: { 'Contact/Phone1': PHONE, Customer: 'C3' },
};

test.each([
  ['number', 'address'],
  ['address', 'number'],
] as const)('a number is that of its account: read %s, then %s', async (...order) => {
  const { fake, startReplica } = erp;
  const replica = await startReplica();
  for (const name of order) {
    fake.addOrder(name, orders[name]);
    await replica.poll();
  }
  expect(await owners()).toEqual({ number: 'ann@example.com', address: 'ann@example.com' });
  expect(await portal.database.selectFrom('customers').select('id').execute()).toHaveLength(1);
});

test('a number in the same account, read at once', async () => {
  for (const name of ['address', 'number'] as const) erp.fake.addOrder(name, orders[name]);
  await (await erp.startReplica()).work();
  expect(await owners()).toEqual({ number: 'ann@example.com', address: 'ann@example.com' });
});

test.each([
  ['foreign', 'address'],
  ['address', 'foreign'],
] as const)('a number is not that of another account: read %s, then %s', async (...order) => {
  const replica = await erp.startReplica();
  for (const name of order) {
    erp.fake.addOrder(name, orders[name]);
    await replica.poll();
  }
  expect(await owners()).toEqual({ address: 'ann@example.com' });
});

test('of two orders with one number, the second is seen when the first loses its customer', async () => {
  const { fake, startReplica } = erp;
  fake.addOrder('1', { 'Contact/Email': 'ben@example.org', ServiceOrderType: 'RMA' });
  const replica = await startReplica();
  await replica.poll();
  fake.addOrder('1', ann);
  await replica.poll();
  expect(await owners()).toEqual({ '1': 'ben@example.org' });
  const [first] = fake.orders();
  Object.assign(first?.fields ?? {}, {
    'Contact/Email': undefined,
    LastModifiedDateTime: new Date(erp.clock.now),
  });
  await replica.poll();
  expect(await owners()).toEqual({ '1': 'ann@example.com' });
});

test('orders whose type is renamed stay with their customer, and follow changes', async () => {
  const { fake, clock, startReplica } = erp;
  const numbers = Array.from({ length: 30 }, (_, index) => String(index));
  for (const number of numbers) {
    fake.addOrder(number, ann);
    fake.addActivity(number, { Summary: 'Received' });
  }
  const replica = await startReplica();
  await replica.poll();
  for (const number of numbers) fake.changeOrder(number, { ServiceOrderType: 'SRV' });
  await replica.poll();
  clock.now += 24 * 3_600_000;
  await replica.poll();
  fake.changeOrder('7', { Status: 'Completed' });
  await replica.poll();
  expect(Object.keys(await owners())).toHaveLength(30);
  expect(await statusOf('7')).toEqual({ value: 'Completed' });
  expect(await summaries('7')).toEqual(['Received']);
  const known = await portal.database.selectFrom('erp_orders').select('key').execute();
  expect(known).toHaveLength(30);
  // Of the status alone.
  expect(await portal.database.selectFrom('outbox').select('id').execute()).toHaveLength(1);
});

test('an order that the ERP lists for the first time counts as late as it was modified', async () => {
  const { fake, startReplica } = erp;
  const replica = await startReplica();
  const phone = async () =>
    (await portal.database.selectFrom('customers').select('phone').executeTakeFirst())?.phone;
  fake.addOrder('1', { ...ann, 'Contact/Phone1': '+12025550101' });
  await replica.poll();
  const modified = new Date(erp.clock.now - 30 * 60_000);
  fake.addOrder('2', { ...ann, 'Contact/Phone1': '+12025550102', LastModifiedDateTime: modified });
  await replica.poll();
  expect(await owners()).toEqual({ '1': 'ann@example.com', '2': 'ann@example.com' });
  expect(await phone()).toBe('+12025550101');
});
