import type { FakeOptions } from '../../../../../e2e/acumatica/fake-acumatica';
import { checkErpState } from './check';
import { useErp } from './testing/erp';

/** Whatever clocks say: of the portal, of the API user, of those who change orders. */

const { portal, erp, start: startErp, owners, orderIn, statusOf } = useErp();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ann = { 'Contact/Email': 'ann@example.com' };

/** An ERP with 178 orders of the last days. */
const start = async (options?: FakeOptions) => {
  await startErp(options);
  for (let index = 0; index < 178; index += 1)
    erp.fake.addOrder(String(index), {
      ...ann,
      LastModifiedDateTime: new Date(erp.clock.now - index * 30 * MINUTE),
    });
  return erp;
};

const shown = async () => Object.keys(await owners()).length;
const eventsOf = async (orderNbr: string) => (await orderIn(orderNbr))?.events;

test.each<[string, FakeOptions, number]>([
  ['the API user is in Brisbane', { zoneMinutes: 600 }, 0],
  ['the API user is in Los Angeles', { zoneMinutes: -480 }, 0],
  ['the clock of the portal is slow', {}, 5 * HOUR],
  ['the clock of the portal is fast', {}, -5 * HOUR],
])('%s: all orders arrive, and changes within two minutes', async (_what, options, portalIsSlowBy) => {
  const { fake, clock, startReplica } = await start(options);
  clock.portalIsSlowBy = portalIsSlowBy;
  const replica = await startReplica();
  await replica.poll();
  await replica.poll();
  expect(await shown()).toBe(178);
  for (const hours of [1, 12]) {
    for (const end = clock.now + hours * HOUR; clock.now < end; clock.now += 20 * MINUTE)
      await replica.work();
    fake.changeOrder('7', { Status: `After ${hours}` });
    fake.addActivity('7', { Summary: `After ${hours}` });
    const before = fake.stats.requests;
    await replica.poll();
    expect(await statusOf('7')).toEqual({ value: `After ${hours}` });
    expect((await eventsOf('7'))?.at(-1)?.summary).toBe(`After ${hours}`);
    // Four polls; the order and its events; the session that is over, its end, and the next one, with the poll again.
    expect(fake.stats.requests - before).toBeLessThanOrEqual(9);
  }
});

test('orders dated ahead hide no change, and are not read again and again', async () => {
  const { fake, clock, startReplica } = await start();
  for (let index = 0; index < 600; index += 1)
    fake.addOrder(`F${index}`, {
      ...ann,
      LastModifiedDateTime: new Date(clock.now + 8 * HOUR + index * 10 * MINUTE),
    });
  const replica = await startReplica();
  await replica.poll();
  await replica.poll();
  expect(await shown()).toBe(778);
  const before = fake.stats.requests;
  await replica.poll();
  expect(fake.stats.requests - before).toBe(4);
  fake.changeOrder('7', { Status: 'Completed' });
  await replica.poll();
  expect(await statusOf('7')).toEqual({ value: 'Completed' });
});

test('what is dated days ahead is shown as of now', async () => {
  const { fake, startReplica } = await start();
  fake.addOrder('ahead', { ...ann, LastModifiedDateTime: new Date(Date.now() + 72 * HOUR) });
  await (await startReplica()).work();
  expect(await orderIn('ahead')).toMatchObject({
    document: { LastModifiedDateTime: { value: expect.stringContaining('2026-03-10T08:') } },
  });
});

test('when clocks are put back by an hour, no change is lost', async () => {
  const { fake, clock, startReplica } = await start({ zoneMinutes: -240 });
  const replica = await startReplica();
  await replica.poll();
  fake.changeOrder('7', { Status: 'Before' });
  await replica.poll();
  // What was written before shows the other hour as well.
  fake.options.zoneMinutes = -300;
  for (const order of fake.orders()) {
    const modified = order.fields['LastModifiedDateTime'];
    if (modified instanceof Date) order.fields['LastModifiedDateTime'] = new Date(+modified + HOUR);
  }
  clock.now += MINUTE;
  fake.changeOrder('9', { Status: 'After' });
  await replica.poll();
  expect(await statusOf('9')).toEqual({ value: 'After' });
});

test.each([
  ['the portal', -1],
  ['the ERP and the portal', 0],
])('when the clock of %s is put back by three hours, changes arrive as before', async (_whose, which) => {
  const { fake, clock, startReplica } = await start();
  const replica = await startReplica();
  await replica.poll();
  fake.changeOrder('7', { Status: 'Before' });
  await replica.poll();
  if (which === 0) clock.now -= 3 * HOUR;
  else clock.portalIsSlowBy = 3 * HOUR;
  fake.changeOrder('7', { Status: 'After' });
  await replica.poll();
  expect(await statusOf('7')).toEqual({ value: 'After' });
});

test('a deleted order leaves within a day also after the clock was put back by ten', async () => {
  const { fake, clock, startReplica } = await start();
  const replica = await startReplica();
  await replica.poll();
  clock.now -= 240 * HOUR;
  fake.removeOrder('7');
  await replica.poll();
  clock.now += 24 * HOUR;
  await replica.poll();
  expect(await orderIn('7')).toBeUndefined();
});

test('what changes while a walk through many pages is interrupted is found by the next one', async () => {
  const { fake, clock, startReplica } = await start();
  for (let index = 0; index < 1000; index += 1) fake.addOrder(`Z${index}`, ann);
  const { acumatica } = await startReplica();
  const first = await acumatica.walks.orders();
  expect(first.isLast).toBe(false);
  clock.now += HOUR;
  fake.changeOrder('1', { Status: 'Early' });
  clock.now += 5 * HOUR;
  fake.changeOrder('Z999', { Status: 'Late' });
  clock.now += MINUTE;
  const second = await acumatica.walks.orders(first.position);
  expect(second).toMatchObject({ isLast: true, isWhole: false });
  const { found } = await acumatica.walks.orders(second.position);
  expect(found.map(({ id }) => id)).toContain('SO/1');
});

test.each([-480, 330, 345, 765])(
  'with a profile %i minutes east of UTC, customers read the right times',
  async (zoneMinutes) => {
    const { fake, startReplica } = await start({ zoneMinutes });
    const replica = await startReplica();
    await replica.poll();
    const visit = new Date('2026-03-12T09:30:00Z');
    fake.addActivity('3', { Summary: 'Visit', Date: visit });
    // Two fresh records tell the zone.
    for (const order of ['7', '8']) {
      fake.changeOrder(order, { Status: 'Completed' });
      await replica.poll();
    }
    await replica.poll();
    const [event] = (await eventsOf('3')) ?? [];
    expect(new Date(String(event?.created_at))).toEqual(visit);
    const found = await checkErpState(portal.database);
    const sentence = zoneMinutes < 0 ? '8 hours behind UTC' : `${zoneMinutes / 60} hours ahead of UTC`;
    expect(found).toContainEqual(expect.objectContaining({ text: expect.stringContaining(sentence) }));
  },
);

test('with ACUMATICA_TIME_ZONE, times in winter and in summer are right', async () => {
  const { fake, startReplica } = await start({ zoneMinutes: 0 });
  // What a clock in Los Angeles shows at 17:00 UTC.
  fake.addActivity('3', { Summary: 'Winter', Date: new Date('2026-01-12T09:00:00Z') });
  fake.addActivity('3', { Summary: 'Summer', Date: new Date('2026-07-12T10:00:00Z') });
  await (await startReplica({ ACUMATICA_TIME_ZONE: 'America/Los_Angeles' })).work();
  const times = (await eventsOf('3'))?.map(({ summary, created_at }) => [
    summary,
    new Date(String(created_at)).toISOString(),
  ]);
  expect(Object.fromEntries(times ?? [])).toEqual({
    Winter: '2026-01-12T17:00:00.000Z',
    Summer: '2026-07-12T17:00:00.000Z',
  });
});
