import { eraseRows } from '../../identity/customers/personal-data-store';
import { dumpTables } from '../../testing/test-database';
import { useErp } from './testing/erp';

/** An activity that the ERP moves to another order, or deletes, leaves its former order without a notification. */

const { portal, erp, start, orderIn, summaries, mails } = useErp();

/** A replica that has read orders of Ann and Ben, and an activity of Ann's order that waits in a message to her. */
const synchronized = async (others = 0) => {
  await start();
  const { fake, startReplica } = erp;
  fake.addOrder('1', { 'Contact/Email': 'ann@example.com' });
  fake.addOrder('2', { 'Contact/Email': 'ben@example.org' });
  for (let index = 0; index < others; index += 1) {
    fake.addOrder(`other-${index}`, { 'Contact/Email': 'cara@example.org' });
    fake.addActivity(`other-${index}`, { Summary: 'Received' });
  }
  const replica = await startReplica();
  await replica.poll();
  const gateCode = fake.addActivity('1', { Summary: 'Gate code 4711', Body: '<p>Ring twice</p>' });
  await replica.poll();
  expect(await summaries('1')).toEqual(['Gate code 4711']);
  return { ...erp, replica, gateCode };
};

test('an activity that moved is at its new order alone, also in messages', async () => {
  const { fake, replica, gateCode } = await synchronized();
  const other = fake.orders().find(({ fields }) => fields['ServiceOrderNbr'] === '2');
  fake.changeActivity(gateCode, { RelatedEntityNoteID: other?.id });
  const before = fake.stats.requests;
  await replica.poll();
  expect(await summaries('1')).toEqual([]);
  expect(await summaries('2')).toEqual(['Gate code 4711']);
  // Four polls, and both orders with their events.
  expect(fake.stats.requests - before).toBeLessThanOrEqual(8);
  await portal.passTime({ minutes: 2 });
  await portal.deliver();
  const sent = await mails();
  expect(sent).toContain('ben@example.org');
  expect(sent).not.toContain('ann@example.com');
});

test('an activity that moved to what is no order leaves', async () => {
  const { fake, replica, gateCode } = await synchronized();
  fake.changeActivity(gateCode, { RelatedEntityNoteID: '00000000-0000-4000-8000-000000000000' });
  await replica.poll();
  expect(await summaries('1')).toEqual([]);
  const before = fake.stats.requests;
  await replica.poll();
  expect(fake.stats.requests - before).toBe(4);
});

test('an activity that was deleted leaves, also messages that wait', async () => {
  const { fake, replica, gateCode } = await synchronized();
  fake.removeActivity(gateCode);
  await replica.poll();
  expect(await summaries('1')).toEqual([]);
  expect((await dumpTables(portal.database)).join('\n')).not.toContain('Gate code');
  await portal.passTime({ minutes: 2 });
  await portal.deliver();
  expect(await mails()).not.toContain('ann@example.com');
});

test('an activity that is deleted months later leaves when its order has its turn: 20 orders a minute', async () => {
  const { fake, clock, replica, gateCode } = await synchronized(50);
  clock.now += 90 * 24 * 3_600_000;
  await replica.poll();
  fake.removeActivity(gateCode);
  let minutes = 0;
  for (; (await summaries('1'))?.length !== 0 && minutes < 20; minutes += 2) await replica.poll();
  expect(minutes).toBeLessThanOrEqual(6);
  const before = fake.stats.requests;
  await replica.poll();
  expect(fake.stats.requests - before).toBe(4);
});

test.each<[string, (replica: Awaited<ReturnType<typeof synchronized>>) => unknown]>([
  ['left the ERP', ({ fake }) => fake.removeOrder('1')],
  ['is nobody\u2019s', ({ fake }) => fake.changeOrder('1', { 'Contact/Email': undefined })],
  [
    'went with its customer',
    async () => {
      const people = portal.database.selectFrom('customers').selectAll();
      const ann = await people.where('email', '=', 'ann@example.com').executeTakeFirstOrThrow();
      await eraseRows(portal.database, ann, portal.keys.erasures);
    },
  ],
])('of an order that %s, no activity is known', async (_why, end) => {
  const started = await synchronized();
  const { fake, clock, replica, gateCode } = started;
  const known = async () => {
    const found = await portal.database.selectFrom('erp_activities').select('id').execute();
    return found.map(({ id }) => id);
  };
  const other = fake.addActivity('2', { Summary: 'Received' });
  await replica.poll();
  expect((await known()).sort()).toEqual([gateCode, other].sort());
  await end(started);
  clock.now += 24 * 3_600_000;
  for (let minutes = 0; minutes < 6; minutes += 2) await replica.poll();
  expect(await known()).toEqual([other]);
});

test('an order that an operator deleted stays so, whatever its activities do', async () => {
  const { fake, replica, gateCode } = await synchronized();
  await portal.database.deleteFrom('orders').where('order_nbr', '=', '1').execute();
  fake.changeActivity(gateCode, { Summary: 'Gate code 4712' });
  for (let minutes = 0; minutes < 6; minutes += 2) await replica.poll();
  expect(await orderIn('1')).toBeUndefined();
  fake.changeOrder('1', { Status: 'Completed' });
  await replica.poll();
  expect(await summaries('1')).toEqual(['Gate code 4712']);
});
