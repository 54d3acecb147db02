import { sql } from 'kysely';
import type { Fields } from '../../../../../e2e/acumatica/fake-acumatica';
import { PUSH_TOKEN, useErp } from './testing/erp';

/** A day with everything that goes wrong on some days, on a clock of its own. The seed makes it the same each time. */

const { portal, start } = useErp({
  ACUMATICA_URL: 'http://127.0.0.1:1',
  ACUMATICA_USER: 'portal',
  ACUMATICA_PASSWORD: 'secret',
  ACUMATICA_PUSH_TOKEN: PUSH_TOKEN,
});

/** https://en.wikipedia.org/wiki/Linear_congruential_generator, with the parameters of POSIX. */
const createDice = (seed: number) => {
  let state = seed;
  return (sides: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % sides;
  };
};

const HOUR = 3_600_000;
const STEP = 30_000;
const statuses = ['Open', 'On Hold', 'Completed', 'Closed', 'Quote'];
const mail = (customer: number): Fields => ({ 'Contact/Email': `customer-${customer}@example.com` });

test('after 24 hours of limits, faults, and two replicas, the store is as the ERP', async () => {
  const { fake, clock, consent, startReplica } = await start({
    requestsPerMinute: 60,
    seats: 1,
    tokenSeconds: 1800,
  });
  const roll = createDice(7);
  const env = {
    ...(await consent()),
    // A quarter of the orders is deleted.
    ACUMATICA_MOST_REMOVED_PERCENT: '100',
  };
  for (let index = 0; index < 100; index += 1) fake.addOrder(String(index), mail(index % 20));
  let next = 100;
  const activities: string[] = [];
  const anyNumber = () => {
    const all = fake.orders();
    return String(all[roll(all.length)]?.fields['ServiceOrderNbr']);
  };
  const happenings: (() => unknown)[] = [
    () => fake.addOrder(String(next++), mail(roll(20))),
    () => fake.changeOrder(anyNumber(), { Status: statuses[roll(statuses.length)] }),
    () => fake.changeOrder(anyNumber(), mail(roll(20))),
    () => fake.removeOrder(anyNumber()),
    () =>
      void activities.push(
        fake.addActivity(anyNumber(), { Summary: `Note ${next}`, Internal: roll(3) === 0 }),
      ),
    () => {
      const activity = activities[roll(activities.length || 1)];
      if (activity) fake.changeActivity(activity, { Internal: roll(2) === 0 });
    },
    () => void fake.faults.push(...[429, 500, 503, 401].slice(roll(4))),
    () => fake.expire(),
    () => void (fake.state.isDown = roll(3) === 0),
    () => sql`update erp_sync set held_until = null`.execute(portal.database),
    // A notification about nothing in particular, twice.
    async () => {
      const body = { Inserted: [{ ServiceOrderType: 'SO', ServiceOrderNbr: anyNumber() }], Id: String(next) };
      for (let time = 0; time < 2; time += 1)
        await portal.newBrowser().post('/hooks/acumatica', body, { authorization: `Bearer ${PUSH_TOKEN}` });
    },
  ];

  const replicas = [await startReplica(env), await startReplica(env)];
  const end = clock.now + 24 * HOUR;
  while (clock.now < end) {
    if (roll(8) === 0) await happenings[roll(happenings.length)]?.();
    clock.now += STEP;
    await Promise.all(replicas.map((replica) => replica.work()));
  }

  fake.state.isDown = false;
  fake.faults.length = 0;
  // The next pass finds the orders that were deleted without a notification.
  clock.now += 26 * HOUR;
  for (let step = 0; step < 20; step += 1) {
    clock.now += STEP;
    for (const replica of replicas) await replica.work();
  }

  const shown = await portal.database
    .selectFrom('orders')
    .innerJoin('customers', 'customers.id', 'orders.customer_id')
    .select(['order_nbr', 'email', 'events'])
    .select(sql<string>`document -> 'Status' ->> 'value'`.as('status'))
    .execute();
  const summariesOf = (record: string) =>
    fake
      .activitiesOf(record)
      .filter(({ fields }) => fields['Internal'] === false)
      .map(({ fields }) => fields['Summary'])
      .sort();
  const byNumber = (one: { number: unknown }, other: { number: unknown }) =>
    Number(one.number) - Number(other.number);
  expect(
    shown
      .map(({ order_nbr: number, email, status, events }) => ({
        number,
        email,
        status,
        events: events.map(({ summary }) => summary).sort(),
      }))
      .sort(byNumber),
  ).toEqual(
    fake
      .orders()
      .map(({ id, fields }) => ({
        number: fields['ServiceOrderNbr'],
        email: fields['Contact/Email'],
        status: fields['Status'],
        events: summariesOf(id),
      }))
      .sort(byNumber),
  );
  expect(fake.stats.mostSessions).toBe(1);
  expect(fake.stats.mostPerMinute).toBeLessThanOrEqual(60);
}, 600_000);
