import { checkErpState } from './check';
import { acumatica } from './part';
import { useErp } from './testing/erp';

/** An ERP that suddenly shows less takes nothing from customers before the operator has looked. */

const { portal, erp, start, owners, statusOf, endLease } = useErp();

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const shown = async () => Object.keys(await owners()).length;
const texts = async () =>
  (await checkErpState(portal.database)).flatMap((found) => (found ? [found.text] : []));

/** A replica that has read so many orders. */
const synchronized = async (orders = 178) => {
  await start();
  for (let index = 0; index < orders; index += 1)
    erp.fake.addOrder(String(index), {
      'Contact/Email': `customer-${index % 9}@example.com`,
      LastModifiedDateTime: new Date(erp.clock.now - index * 20 * MINUTE),
    });
  const replica = await erp.startReplica();
  await replica.work();
  expect(await shown()).toBe(orders);
  return { ...erp, replica };
};

test('lists without contacts take no order away, and changes go on', async () => {
  const { fake, logged, replica } = await synchronized();
  fake.options.isWithoutLinked = true;
  for (let index = 0; index < 100; index += 1) fake.changeOrder(String(index), { Status: 'Completed' });
  await replica.poll();
  expect(await shown()).toBe(178);
  expect(await statusOf('7')).toEqual({ value: 'Completed' });
  expect(await texts()).toContainEqual(
    expect.stringMatching(/would take 100 of 178 orders .* `pnpm portal erp confirm`/),
  );
  expect(logged.filter((line) => line.includes('many orders'))).toHaveLength(1);

  // The role has its field back: nobody needs to do anything.
  fake.options.isWithoutLinked = false;
  await replica.poll();
  expect(await texts()).not.toContainEqual(expect.stringContaining('erp confirm'));
  fake.changeOrder('7', { 'Contact/Email': undefined });
  await replica.poll();
  expect(await shown()).toBe(177);
});

test('lists that are empty during the daily comparison take no order away', async () => {
  const { fake, clock, replica } = await synchronized();
  clock.now += DAY;
  fake.options.isEmpty = true;
  await replica.poll();
  expect(await shown()).toBe(178);
  fake.options.isEmpty = false;
  await replica.poll();
  expect(await texts()).not.toContainEqual(expect.stringContaining('erp confirm'));
  expect(await shown()).toBe(178);
});

test('the operator confirms that many orders leave', async () => {
  const { fake, clock, replica } = await synchronized();
  for (let index = 0; index < 60; index += 1) fake.removeOrder(String(index));
  clock.now += DAY;
  await replica.poll();
  expect(await shown()).toBe(178);
  const recorded: object[] = [];
  expect(
    await acumatica.orderSourceWork.confirmRemovals(portal.database, (event) => recorded.push(event)),
  ).toBe(60);
  expect(await shown()).toBe(118);
  expect(recorded).toHaveLength(60);
  expect(await texts()).not.toContainEqual(expect.stringContaining('erp confirm'));
  // What was confirmed does not count.
  for (let index = 60; index < 75; index += 1) fake.removeOrder(String(index));
  clock.now += DAY;
  await replica.poll();
  expect(await shown()).toBe(103);
});

test('orders that leave one after the other are as many', async () => {
  const { fake, replica } = await synchronized(100);
  fake.options.isWithoutLinked = true;
  for (let index = 0; index < 60; index += 10) {
    for (let at = index; at < index + 10; at += 1) fake.changeOrder(String(at), { Status: 'Completed' });
    await replica.poll();
  }
  expect(await shown()).toBe(80);
});

test('few orders that were taken come back as soon as the ERP has them', async () => {
  const { fake, clock, replica } = await synchronized(15);
  clock.now += DAY;
  fake.options.isEmpty = true;
  await replica.poll();
  expect(await shown()).toBe(0);
  fake.options.isEmpty = false;
  await replica.poll();
  expect(await shown()).toBe(15);
});

test('a higher share lets more leave', async () => {
  const { fake, clock, startReplica } = await synchronized();
  await endLease();
  const replica = await startReplica({ ACUMATICA_MOST_REMOVED_PERCENT: '50' });
  await replica.work();
  for (let index = 0; index < 60; index += 1) fake.removeOrder(String(index));
  clock.now += DAY;
  await replica.poll();
  expect(await shown()).toBe(118);
});
