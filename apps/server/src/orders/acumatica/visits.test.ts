import type { FakeOptions } from '../../../../../e2e/acumatica/fake-acumatica';
import { dumpTables } from '../../testing/test-database';
import { reminderStore } from '../../messages/reminders/reminder-store';
import { useErp } from './testing/erp';

/** Appointments of the ERP are visits of their order, as they are now. */

const { portal, erp, start, orderIn, map } = useErp();

const ann = { 'Contact/Email': 'ann@example.com' };
const NINE = new Date('2026-03-12T09:00:00Z');
const ELEVEN = new Date('2026-03-12T11:00:00Z');

const appointment = {
  ServiceOrderType: 'SO',
  AppointmentNbr: '000019-1',
  ServiceOrderNbr: '000019',
  Description: 'Replace the pump',
  Status: 'Not Started',
  Confirmed: false,
  ScheduledStart: NINE,
  ScheduledEnd: ELEVEN,
  CostTotal: 4711.25,
  'Staff/StaffMember': ['Dana Field', 'Kim Site'],
};

/** A replica that reads appointments, and an order that has one. */
const synchronized = async (options: FakeOptions = {}, visit: object | null = {}, others = 0) => {
  await start(options);
  const { fake, startReplica } = erp;
  fake.addOrder('000019', ann);
  for (let index = 0; index < others; index += 1) fake.addOrder(`other-${index}`, ann);
  const id = fake.add('Appointment', appointment);
  const file = await map(visit === null ? {} : { visit });
  const replica = await startReplica({ ACUMATICA_MAPPING: file });
  await replica.poll();
  return { ...erp, replica, id };
};

const visits = async () => (await orderIn('000019'))?.events;

const PUMP = {
  summary: 'Replace the pump',
  created_at: '2026-03-12T09:00:00+00:00',
  ends_at: '2026-03-12T11:00:00+00:00',
  status: 'Scheduled',
};

// C# client, Default 24.200: Appointment, AppStaff. Fields have neither costs nor staff, unless the mapping names these.
test('an appointment is a visit of its order, with neither costs nor names', async () => {
  const { fake, replica, id } = await synchronized();
  expect(await visits()).toEqual([PUMP]);
  expect((await dumpTables(portal.database)).join('\n')).not.toMatch(/4711\.25|Dana/);
  fake.change('Appointment', id, { Confirmed: true });
  await replica.poll();
  await replica.poll();
  expect(await visits()).toMatchObject([{ status: 'Confirmed' }]);
});

test('in another language, a confirmed visit says so, and one on hold stays hidden', async () => {
  const words = { 'Not Started': 'Nicht begonnen', 'On Hold': 'Angehalten', Completed: 'Erledigt' };
  const statuses = { Scheduled: ['Nicht begonnen'], Angehalten: null, Confirmed: 'Bestätigt' };
  const { fake, replica, id } = await synchronized({ statusWords: words }, { statuses });
  for (const [Status, shown] of [
    ['Not Started', ['Bestätigt']],
    ['Completed', ['Erledigt']],
    ['On Hold', []],
  ] as const) {
    fake.change('Appointment', id, { Status, Confirmed: true });
    await replica.poll();
    await replica.poll();
    expect((await visits())?.map(({ status }) => status)).toEqual(shown);
  }
});

test('a visit that is ahead is in the list, and customers are reminded of it', async () => {
  const { fake, replica, id } = await synchronized();
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000);
  fake.change('Appointment', id, { ScheduledStart: inTwoDays, ScheduledEnd: undefined });
  await replica.poll();
  await replica.poll();
  const { ahead } = await portal.database.selectFrom('orders').select('ahead').executeTakeFirstOrThrow();
  expect(ahead).toMatchObject([{ summary: 'Replace the pump' }]);
  const day = inTwoDays.toISOString().slice(0, 10);
  expect(await reminderStore(portal.database).ordersOn(day, 'UTC')).toMatchObject([{ orderNbr: '000019' }]);
});

test('the mapping names who comes', async () => {
  await synchronized({}, { created_by: 'Staff/StaffMember' });
  expect(await visits()).toMatchObject([{ created_by: 'Dana Field, Kim Site' }]);
});

test('without `visit` in the mapping, no appointment is asked for', async () => {
  const { fake } = await synchronized({ forbidden: ['Appointment'] }, null);
  expect(await visits()).toEqual([]);
  expect(fake.stats.paths.join()).not.toContain('Appointment');
});

test('a visit that moves is at its new time, once', async () => {
  const { fake, replica, id } = await synchronized();
  fake.change('Appointment', id, {
    ScheduledStart: new Date('2026-03-14T13:30:00Z'),
    ScheduledEnd: undefined,
  });
  await replica.poll();
  await replica.poll();
  expect(await visits()).toEqual([
    expect.objectContaining({ created_at: expect.stringContaining('2026-03-14T13:30') }),
  ]);
  expect((await visits())?.[0]).not.toHaveProperty('ends_at');
});

test('a canceled visit says so, one on hold is not shown, and a deleted one disappears', async () => {
  const { fake, replica, id } = await synchronized();
  fake.change('Appointment', id, { Status: 'Canceled' });
  await replica.poll();
  await replica.poll();
  expect(await visits()).toMatchObject([{ status: 'Canceled' }]);
  fake.change('Appointment', id, { Status: 'On Hold' });
  await replica.poll();
  await replica.poll();
  expect(await visits()).toEqual([]);
  fake.change('Appointment', id, { Status: 'Not Started' });
  await replica.poll();
  await replica.poll();
  expect(await visits()).toHaveLength(1);
  fake.remove('Appointment', id);
  await replica.poll();
  await replica.poll();
  expect(await visits()).toEqual([]);
});

test('a visit that is deleted months later leaves when its order has its turn', async () => {
  const { fake, clock, replica, id } = await synchronized({}, {}, 30);
  clock.now += 90 * 24 * 3_600_000;
  await replica.poll();
  fake.remove('Appointment', id);
  for (let polls = 0; polls < 8; polls += 1) await replica.poll();
  expect(await visits()).toEqual([]);
});

test('an idle poll is one request', async () => {
  const { fake, replica } = await synchronized();
  await replica.poll();
  const before = fake.stats.requests;
  // Four polls.
  await replica.poll();
  expect(fake.stats.requests - before).toBe(4);
});

// DAC FSAppointment, ScheduledDateTimeBegin: `UseTimeZone = true`, so that the profile's zone shifts date and time.
test('visits are at their time, whatever zone the API user has', async () => {
  const { fake, replica } = await synchronized({ zoneMinutes: 600 });
  fake.add('Appointment', {
    ...appointment,
    AppointmentNbr: '000019-2',
    ScheduledStart: new Date('2026-03-12T22:00:00Z'),
  });
  for (let polls = 0; polls < 4; polls += 1) {
    fake.changeOrder('000019', { Status: polls % 2 ? 'Open' : 'Completed' });
    await replica.poll();
  }
  expect((await visits())?.map(({ created_at }) => new Date(String(created_at)))).toEqual([
    NINE,
    new Date('2026-03-12T22:00:00Z'),
  ]);
});

// AR Basic_Get_Records: a list with details may not be optimized.
test('appointments that cannot be listed are read one by one', async () => {
  await synchronized({ notOptimized: ['Staff/StaffMember'] }, { created_by: 'Staff/StaffMember' });
  expect(await visits()).toMatchObject([{ created_by: 'Dana Field, Kim Site' }]);
});
