import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { dumpTables } from '../../testing/test-database';
import { PUSH_TOKEN, useErp } from './testing/erp';
import { CREDENTIALS, type FakeOptions, type Fields } from '../../../../../e2e/acumatica/fake-acumatica';

const {
  portal,
  erp,
  start,
  owners,
  orderIn: stored,
  statusOf,
  summaries,
  failure,
  endLease,
  map,
  mails,
} = useErp({
  ACUMATICA_URL: 'http://127.0.0.1:1',
  ACUMATICA_USER: 'portal',
  ACUMATICA_PASSWORD: 'secret',
  ACUMATICA_PUSH_TOKEN: PUSH_TOKEN,
});

const ann = { 'Contact/Email': 'Ann@example.com', 'Contact/Attention': 'Ann Example' };
const ben = { 'Contact/Email': 'ben@example.org' };

/** A replica that has read an ERP with these orders. */
const synchronized = async (orders: Record<string, Fields> = { 1: ann }, options?: FakeOptions) => {
  const started = await start(options);
  for (const [number, fields] of Object.entries(orders)) started.fake.addOrder(number, fields);
  const replica = await started.startReplica();
  await replica.work();
  return { ...started, replica };
};

const MINUTE = 60_000;

test('orders arrive with their customers and events, as the ERP means them', async () => {
  const { fake, startReplica } = await start();
  fake.addOrder('000019', {
    ...ann,
    'Contact/Phone1': '(202) 555-0123',
    Description: 'Boiler repair',
    Status: 'Awaiting',
    Date: new Date('2026-03-04'),
  });
  fake.addOrder('000020', { ...ben, Status: undefined });
  fake.addActivity('000019', { Summary: 'Part ordered', Body: '<p>Soon.</p>', Status: 'Completed' });
  await (await startReplica()).work();
  expect(await owners()).toEqual({ '000019': 'ann@example.com', '000020': 'ben@example.org' });
  expect(await stored('000019')).toEqual({
    document: {
      ServiceOrderNbr: { value: '000019' },
      Description: { value: 'Boiler repair' },
      Status: { value: 'On Hold' },
      Date: { value: '2026-03-04T00:00:00+00:00' },
      LastModifiedDateTime: { value: expect.any(String) },
    },
    events: [
      { summary: 'Part ordered', body: '<p>Soon.</p>', created_at: expect.any(String), status: 'Completed' },
    ],
  });
  expect(await statusOf('000020')).toEqual({});
  expect(await portal.database.selectFrom('customers').select(['phone', 'name']).execute()).toContainEqual({
    phone: '+12025550123',
    name: 'Ann Example',
  });
});

test('an order whose number and contact were copied with invisible characters moves, and leaves, like any', async () => {
  const { fake, replica } = await synchronized({
    '\u202a1\u202c': { 'Contact/Email': '\u200bAnn@example.com\u200e' },
  });
  expect(await owners()).toEqual({ '1': 'ann@example.com' });
  fake.changeOrder('\u202a1\u202c', ben);
  await replica.poll();
  expect(await owners()).toEqual({ '1': 'ben@example.org' });
  fake.changeOrder('\u202a1\u202c', { 'Contact/Email': '' });
  await replica.poll();
  expect(await owners()).toEqual({});
});

test.each(['Ann Example <Ann@example.com>', '"Example, Ann" <ann@example.com>; ben@example.org'])(
  'an order with the address %s is Ann’s',
  async (given) => {
    await synchronized({ 1: { 'Contact/Email': given } });
    expect(await owners()).toEqual({ '1': 'ann@example.com' });
  },
);

test('killed at 20 points, the first synchronization still brings every order once', async () => {
  const { fake, startReplica } = await start({ seats: 1 });
  for (let index = 0; index < 300; index += 1)
    fake.addOrder(String(index).padStart(6, '0'), { 'Contact/Email': `customer-${index % 60}@example.com` });
  let kills = 0;
  // Not while it signs in: that session would stay open for its 20 minutes.
  for (let requests = 2; kills < 20; requests = (requests % 7) + 2) {
    const replica = await startReplica({}, requests);
    await replica.work();
    if (replica.isKilled()) kills += 1;
    await endLease();
    if (!replica.isKilled()) break;
  }
  await (await startReplica()).work();
  expect(kills).toBeGreaterThanOrEqual(15);
  expect(Object.keys(await owners())).toHaveLength(300);
  expect(new Set(Object.values(await owners())).size).toBe(60);
  expect(fake.stats.mostSessions).toBe(1);
  expect(await portal.database.selectFrom('outbox').select('id').execute()).toEqual([]);
});

test('many orders that were modified at the same moment all arrive', async () => {
  const { fake, startReplica } = await start();
  for (let index = 0; index < 1200; index += 1)
    fake.addOrder(String(index), {
      ...ann,
      LastModifiedDateTime: new Date('2026-01-05T12:00:00.500Z'),
      ...(index > 1150 && { LastModifiedDateTime: new Date(Date.UTC(2025, 1, index % 28)) }),
    });
  await (await startReplica()).work();
  expect(Object.keys(await owners())).toHaveLength(1200);
});

test('an order that became stale between two milliseconds is read once', async () => {
  const { replica } = await synchronized();
  await sql`update erp_orders set stale_at = '2026-03-01T08:00:00.000001Z'`.execute(portal.database);
  expect(await replica.round()).toBe(true);
  expect(await replica.round()).toBe(false);
});

test('stays within the requests per minute, and waits when the ERP declines', async () => {
  const { fake, clock, startReplica } = await start({ requestsPerMinute: 20 });
  for (let index = 0; index < 200; index += 1) fake.addOrder(String(index), ann);
  fake.faults.push(429, 500, 503, 500);
  const replica = await startReplica();
  for (let round = 0; round < 200; round += 1) {
    await replica.work();
    clock.now += 10_000;
  }
  expect(Object.keys(await owners())).toHaveLength(200);
  expect(fake.stats.mostPerMinute).toBeLessThanOrEqual(20);
});

test('an idle poll is a single request', async () => {
  const { fake, clock, startReplica } = await start();
  fake.addOrder('1', ann);
  fake.addActivity('1', { Summary: 'Seen' });
  const replica = await startReplica();
  await replica.work();
  for (let polls = 0; polls < 2; polls += 1) {
    clock.now += MINUTE;
    await replica.work();
  }
  const before = fake.stats.requests;
  for (let polls = 0; polls < 10; polls += 1) {
    clock.now += MINUTE;
    await replica.work();
  }
  expect(fake.stats.requests - before).toBe(10);
});

test('changes arrive by polling within two minutes, with a message', async () => {
  const { fake, clock, replica } = await synchronized();
  clock.now += 30 * MINUTE;
  await replica.work();
  fake.changeOrder('1', { Status: 'Completed' });
  fake.addActivity('1', { Summary: 'Boiler repaired' });
  for (let seconds = 0; seconds < 120; seconds += 10) {
    clock.now += 10_000;
    await replica.work();
  }
  expect(await summaries('1')).toEqual(['Boiler repaired']);
  await portal.passTime({ minutes: 2 });
  await portal.deliver();
  const text = await mails();
  expect(text).toContain('Completed');
});

test('two replicas rotate the tokens of OAuth, and lose none', async () => {
  const { fake, clock, consent, startReplica } = await start({ seats: 1, tokenSeconds: 300 });
  fake.addOrder('1', ann);
  const env = await consent();
  const replicas = [await startReplica(env), await startReplica(env)];
  for (let round = 0; round < 20; round += 1) {
    clock.now += 4 * MINUTE;
    await endLease();
    if (round % 5 === 0) fake.expire();
    await replicas[round % 2]?.work();
  }
  fake.changeOrder('1', { Status: 'Completed' });
  for (let polls = 0; polls < 4; polls += 1) {
    clock.now += MINUTE / 2;
    for (const replica of replicas) await replica.work();
  }
  expect(await statusOf('1')).toEqual({ value: 'Completed' });
  expect(fake.stats.mostSessions).toBe(1);
});

describe('push notifications', () => {
  const pushed = (body: object, token = PUSH_TOKEN) =>
    portal.newBrowser().post('/hooks/acumatica', body, { authorization: `Bearer ${token}` });

  const row = { ServiceOrderType: 'SO', ServiceOrderNbr: '1' };
  const notification = { Inserted: [row], Deleted: [row], Query: 'Orders', Id: 'a', TimeStamp: 638 };

  test('are signals: duplicates and their order change nothing', async () => {
    const { fake, replica } = await synchronized();
    fake.changeOrder('1', { Status: 'Completed' });
    fake.changeOrder('1', { Status: 'Closed' });
    for (const Id of ['later', 'earlier', 'earlier']) await pushed({ ...notification, Id });
    const before = fake.stats.requests;
    await replica.work();
    // The order and its events.
    expect(fake.stats.requests - before).toBe(2);
    expect(await statusOf('1')).toEqual({ value: 'Closed' });
  });

  test('tell of deleted orders, and of events', async () => {
    const { fake, startReplica } = await start();
    const record = fake.addOrder('1', ann);
    fake.addOrder('2', ann);
    const replica = await startReplica();
    await replica.work();
    fake.addActivity('1', { Summary: 'New' });
    fake.removeOrder('2');
    await pushed({ ...notification, Inserted: [{ RelatedEntityNoteID: record }], Deleted: null });
    await pushed({ ...notification, Inserted: [], Deleted: [{ ...row, ServiceOrderNbr: '2' }] });
    await replica.work();
    expect(await summaries('1')).toEqual(['New']);
    expect(await owners()).toEqual({ '1': 'ann@example.com' });
  });

  test('of an inquiry with other columns are refused', async () => {
    await start();
    for (const row of [
      { SrvOrdType: 'SO', RefNbr: '1' },
      { ServiceOrderType: 'SO', RefNbr: '1' },
    ]) {
      const response = await pushed({ ...notification, Inserted: [row] });
      expect(response.statusCode).toBe(422);
      expect(response.json()).toMatchObject({ message: expect.stringContaining('Call the columns') });
    }
    // An activity that belongs to nothing.
    expect((await pushed({ ...notification, Inserted: [{ RelatedEntityNoteID: null }] })).statusCode).toBe(
      200,
    );
  });

  test('with a key that no order has are refused, as are those in another encoding', async () => {
    await start();
    const long = { ...notification, Inserted: [row, { ...row, ServiceOrderNbr: '9'.repeat(20_000) }] };
    const refused = await pushed(long);
    expect([refused.statusCode, refused.json()]).toEqual([
      422,
      { success: false, message: 'A key of an order or activity has at most 100 characters.' },
    ]);
    const record = { RelatedEntityNoteID: '9'.repeat(101) };
    expect((await pushed({ ...notification, Inserted: [record] })).statusCode).toBe(422);
    const { app } = portal;
    const send = (payload: Buffer, headers = {}) =>
      app.inject({
        method: 'POST',
        url: '/hooks/acumatica',
        headers: { authorization: `Bearer ${PUSH_TOKEN}`, 'content-type': 'application/json', ...headers },
        payload,
      });
    const text = JSON.stringify({ ...notification, Inserted: [{ ...row, Description: 'Müller' }] });
    expect((await send(Buffer.from(text, 'latin1'))).statusCode).toBe(400);
    expect((await send(gzipSync(text), { 'content-encoding': 'gzip' })).statusCode).toBe(415);
    expect(await portal.database.selectFrom('erp_orders').selectAll().execute()).toEqual([]);
    expect((await send(Buffer.from(text))).statusCode).toBe(200);
  });

  test('need the token', async () => {
    await start();
    expect((await pushed(notification, 'wrong')).statusCode).toBe(401);
    expect(await portal.auditLines({ event: 'secret', variable: 'ACUMATICA_PUSH_TOKEN' })).toHaveLength(1);
  });
});

describe('what customers may see', () => {
  test('an internal activity is nowhere, also when it becomes internal later', async () => {
    const { fake, logged, startReplica } = await start();
    fake.addOrder('1', ann);
    fake.addActivity('1', { Summary: 'SECRET from the start', Body: 'SECRET', Internal: true });
    fake.addActivity('1', { Summary: 'SECRET without a word', Internal: undefined });
    fake.addActivity('1', { Summary: 'Part ordered' });
    const replica = await startReplica();
    await replica.work();
    expect(await summaries('1')).toEqual(['Part ordered']);
    const late = fake.addActivity('1', { Summary: 'SECRET for a minute', Body: 'SECRET' });
    fake.addActivity('1', { Summary: 'On our way' });
    await replica.poll();
    expect(await summaries('1')).toContain('SECRET for a minute');
    fake.changeActivity(late, { Internal: true });
    await replica.poll();
    const inTables = [...(await dumpTables(portal.database)), ...logged].join('\n');
    expect(inTables).not.toContain('SECRET');
    await portal.passTime({ minutes: 2 });
    await portal.deliver();
    const text = await mails();
    expect(text).toContain('On our way');
    expect(text).not.toContain('SECRET');
  });

  test('an activity that becomes internal leaves messages that wait, also while the order changes hands', async () => {
    const { fake, replica } = await synchronized();
    const activity = fake.addActivity('1', { Summary: 'SECRET' });
    await replica.poll();
    fake.changeOrder('1', ben);
    fake.changeActivity(activity, { Internal: true });
    await replica.poll();
    expect((await dumpTables(portal.database)).join('\n')).not.toContain('SECRET');
    fake.changeOrder('1', ann);
    await replica.poll();
    await portal.passTime({ minutes: 2 });
    await portal.deliver();
    expect(await mails()).not.toContain('SECRET');
  });

  test('an order that can no longer be loaded leaves the store, with what became internal', async () => {
    const { fake, startReplica } = await start();
    fake.addOrder('1', { 'Contact/Phone1': '(202) 555-0123', Customer: 'C1' });
    const activity = fake.addActivity('1', { Summary: 'SECRET' });
    const replica = await startReplica();
    await replica.work();
    expect(await summaries('1')).toEqual(['SECRET']);
    // Two customers share the number now: it says no longer whose the order is.
    fake.addOrder('2', { ...ann, 'Contact/Phone1': '(202) 555-0123', Customer: 'C2' });
    await replica.poll();
    fake.changeActivity(activity, { Internal: true });
    await replica.poll();
    expect(await owners()).toEqual({ '2': 'ann@example.com' });
  });

  test('a customer with only a number gets an address, and stays the same customer', async () => {
    const { fake, replica } = await synchronized({
      1: { 'Contact/Phone1': '(202) 555-0123' },
      2: { 'Contact/Phone1': '(202) 555-0123' },
    });
    fake.changeOrder('1', ann);
    await replica.poll();
    fake.changeOrder('2', { Status: 'Completed' });
    await replica.poll();
    expect(await owners()).toEqual({ '1': 'ann@example.com', '2': 'ann@example.com' });
    expect(await statusOf('2')).toEqual({ value: 'Completed' });
  });

  test('another word for a status is no news', async () => {
    const { fake, startReplica } = await start();
    fake.addOrder('1', { ...ann, Status: 'Awaiting' });
    const one = await startReplica();
    await one.work();
    await one.stop();
    const file = await map({ statuses: { Awaiting: 'Waiting for parts' } });
    await (await startReplica({ ACUMATICA_MAPPING: file })).work();
    expect(await statusOf('1')).toEqual({ value: 'Waiting for parts' });
    expect(await portal.database.selectFrom('outbox').select('id').execute()).toEqual([]);
  });

  test('an order whose times go back is as the ERP has it', async () => {
    const { fake, clock, replica } = await synchronized();
    await replica.poll();
    fake.changeOrder('1', { Status: 'Closed', LastModifiedDateTime: new Date(clock.now - 8 * MINUTE) });
    await replica.poll();
    expect(await statusOf('1')).toEqual({ value: 'Closed' });
  });

  test('the former customer of an order loses it at once, without a contact, too', async () => {
    const { fake, replica } = await synchronized({ 1: ann, 2: ann, 3: ann });
    fake.changeOrder('1', ben);
    fake.changeOrder('2', { 'Contact/Email': undefined });
    fake.changeOrder('3', { Customer: 'C2', 'Contact/Email': 'none', 'Contact/Phone1': '12' });
    await replica.poll();
    expect(await owners()).toEqual({ '1': 'ben@example.org' });
  });

  test('an order that cannot be loaded keeps no other from its customer', async () => {
    const tooLong = '1'.repeat(65);
    const { logged } = await synchronized({ [tooLong]: ann, 2: ann });
    expect(await owners()).toEqual({ '2': 'ann@example.com' });
    expect(logged.join()).toContain(`{"order":"SO/${tooLong}","field":"orders[0].ServiceOrderNbr"}`);
  });

  test.each([
    ['cookies', 'tenant', async (tenant: string) => ({ ACUMATICA_TENANT: tenant })],
    ['OAuth', 'clientId', (client: string) => erp.consent(client)],
  ] as const)('%s: the orders of another tenant replace those of the first', async (_way, name, envOf) => {
    const { fake, startReplica } = await start();
    const before = CREDENTIALS[name];
    const modified = { LastModifiedDateTime: new Date('2026-02-01') };
    fake.addOrder('1', { ...ann, ...modified });
    const one = await startReplica(await envOf(before));
    await one.work();
    await one.stop();
    fake.removeOrder('1');
    fake.addOrder('2', { ...ben, ...modified });
    CREDENTIALS[name] = 'client@Live';
    const signIns = fake.stats.paths.filter((path) => /login|token/.test(path)).length;
    await (await startReplica(await envOf('client@Live'))).work();
    CREDENTIALS[name] = before;
    expect(await owners()).toEqual({ '2': 'ben@example.org' });
    expect(fake.stats.paths.filter((path) => /login|token/.test(path)).length).toBe(signIns + 1);
  });

  test('deleted orders disappear without a notification, in the pass of the next day', async () => {
    const { fake, clock, replica } = await synchronized({ 1: ann, 2: ann, 3: ann });
    fake.removeOrder('2');
    clock.now += 25 * 60 * MINUTE;
    await replica.work();
    expect(Object.keys(await owners())).toEqual(['1', '3']);
  });

  test('an order is reopened, and one with a hidden status disappears', async () => {
    const { fake, replica } = await synchronized({ 1: { ...ann, Status: 'Closed' }, 2: ann });
    fake.changeOrder('1', { Status: 'Open' });
    fake.changeOrder('2', { Status: 'Copied' });
    await replica.poll();
    expect(Object.keys(await owners())).toEqual(['1']);
    expect(await statusOf('1')).toEqual({ value: 'Open' });
    const before = fake.stats.requests;
    await replica.poll();
    // Four polls: the hidden order is not read again.
    expect(fake.stats.requests - before).toBe(4);
    fake.changeOrder('2', { Status: 'Open' });
    await replica.poll();
    expect(Object.keys(await owners())).toEqual(['1', '2']);
  });

  test('statuses in the language of the user become the words of the portal (AR FS_30_01_00)', async () => {
    const { fake, startReplica } = await start({
      statusWords: { Open: 'Offen', Confirmed: 'Bestätigt', 'On Hold': 'Angehalten', Quote: 'Angebot' },
    });
    const statuses = { Open: ['Offen', 'Bestätigt'], 'On Hold': ['Angehalten'], Angebot: null };
    const file = await map({ statuses });
    for (const Status of ['Open', 'Confirmed', 'On Hold', 'Quote', 'Completed'])
      fake.addOrder(Status, { ...ann, Status });
    await (await startReplica({ ACUMATICA_MAPPING: file })).work();
    expect(await statusOf('Open')).toEqual({ value: 'Open' });
    expect(await statusOf('Confirmed')).toEqual({ value: 'Open' });
    expect(await statusOf('On Hold')).toEqual({ value: 'On Hold' });
    expect(await statusOf('Quote')).toBeUndefined();
    expect(await statusOf('Completed')).toEqual({ value: 'Completed' });
  });

  test('orders outside the filter and beyond the age do not arrive, and leave when these change', async () => {
    const { fake, startReplica } = await start();
    const date = { Date: new Date('2026-03-01') };
    fake.addOrder('1', { ...ann, ...date, BranchLocation: 'MAIN' });
    fake.addOrder('2', { ...ann, ...date, BranchLocation: 'WEST' });
    fake.addOrder('3', { ...ann, Date: new Date('2025-01-01'), BranchLocation: 'MAIN' });
    const all = await startReplica();
    await all.work();
    expect(Object.keys(await owners())).toEqual(['1', '2', '3']);
    await all.stop();
    await (
      await startReplica({ ACUMATICA_FILTER: "BranchLocation eq 'MAIN'", ACUMATICA_MAX_AGE_DAYS: '90' })
    ).work();
    expect(Object.keys(await owners())).toEqual(['1']);
  });

  test('the number in the newest of many orders counts', async () => {
    const { fake, startReplica } = await start();
    for (let index = 0; index < 199; index += 1)
      fake.addOrder(String(index), {
        'Contact/Email': 'ann@example.com',
        'Contact/Phone1': `+1202555${1000 + index}`,
        LastModifiedDateTime: new Date(Date.UTC(2026, 1, 1, (index * 7) % 199)),
      });
    await (await startReplica()).work();
    const { phone } = await portal.database.selectFrom('customers').select('phone').executeTakeFirstOrThrow();
    // 142 × 7 = 4 × 199 + 198
    expect(phone).toBe('+12025551142');
  });

  test('an order without a number takes none away', async () => {
    await synchronized({
      1: { ...ann, 'Contact/Phone1': '+12025550101' },
      2: { ...ann, 'Contact/Phone1': 'call the office' },
    });
    const { phone } = await portal.database.selectFrom('customers').select('phone').executeTakeFirstOrThrow();
    expect(phone).toBe('+12025550101');
  });

  test('of two orders with one number, in two types, the first one is shown', async () => {
    const { fake, logged, replica } = await synchronized({
      1: { ...ann, LastModifiedDateTime: new Date('2026-02-01') },
    });
    fake.addOrder('1', { ...ben, ServiceOrderType: 'RMA' });
    await replica.poll();
    expect(await owners()).toEqual({ '1': 'ann@example.com' });
    expect(logged.join()).toContain('another order of the ERP has this number');
    fake.changeOrder('1', { Status: 'Completed' });
    await replica.poll();
    expect(await owners()).toEqual({ '1': 'ann@example.com' });
  });

  test('an order without a customer takes no number from another type', async () => {
    const { fake, startReplica } = await start();
    fake.addOrder('1');
    fake.addOrder('1', { ...ann, ServiceOrderType: 'RMA' });
    const activity = fake.addActivity('1', { Summary: 'Soon internal' });
    const replica = await startReplica();
    await replica.work();
    expect(await summaries('1')).toEqual(['Soon internal']);
    fake.changeOrder('1', { Status: 'Closed' });
    fake.changeActivity(activity, { Internal: true });
    await replica.poll();
    expect(await summaries('1')).toEqual([]);
    expect(await statusOf('1')).toEqual({ value: 'Closed' });
  });

  test('one order does not take back the number that another one brought', async () => {
    const { fake, startReplica } = await start();
    const phone = async () =>
      (await portal.database.selectFrom('customers').select('phone').executeTakeFirstOrThrow()).phone;
    fake.addOrder('1', { ...ann, 'Contact/Phone1': '+12025550101' });
    const replica = await startReplica();
    await replica.work();
    fake.addOrder('2', { ...ann, 'Contact/Phone1': '+12025550102' });
    await replica.poll();
    expect(await phone()).toBe('+12025550102');
    fake.changeOrder('1', { Description: 'Nothing new about Ann' });
    await replica.poll();
    expect(await phone()).toBe('+12025550102');
  });
});

describe('faults', () => {
  test.each<[string, Record<string, string>, FakeOptions, RegExp]>([
    ['a field that the endpoint lacks', {}, { lacking: ['Internal'] }, /no field Internal \(internal\)/],
    [
      'another endpoint',
      { ACUMATICA_ENDPOINT: 'Default/1.0' },
      {},
      /Check ACUMATICA_URL and ACUMATICA_ENDPOINT/,
    ],
  ])('%s: says what to do', async (_what, env, options, sentence) => {
    const { startReplica } = await start(options);
    await (await startReplica(env)).work();
    expect(await failure()).toMatch(sentence);
  });

  test('each start logs what is wrong by then', async () => {
    const { clock, logged, startReplica } = await start();
    const faults = [{ ACUMATICA_PASSWORD: 'wrong' }, { ACUMATICA_ENDPOINT: 'Default/1.0' }];
    for (const env of [...faults, faults[1]]) {
      await endLease();
      await (await startReplica(env)).work();
      clock.now += MINUTE;
    }
    const reasons = logged.flatMap((line) => /refuses the sign-in|ACUMATICA_ENDPOINT/.exec(line)?.[0] ?? []);
    expect(reasons).toEqual(['refuses the sign-in', 'ACUMATICA_ENDPOINT', 'ACUMATICA_ENDPOINT']);
  });

  test('an ERP that is away is asked less and less, and resumed', async () => {
    const { fake, clock, logged, replica } = await synchronized();
    fake.state.isDown = true;
    const freshAt = clock.now;
    for (let minutes = 0; minutes < 60; minutes += 1) {
      clock.now += MINUTE;
      await replica.work();
    }
    expect(await failure()).toMatch('does not answer');
    expect(logged.filter((line) => line.includes('from the ERP failed'))).toHaveLength(1);
    expect(replica.freshAt()?.getTime()).toBeLessThanOrEqual(freshAt);
    await sql`update erp_orders set stale_at = clock_timestamp()`.execute(portal.database);
    for (let minutes = 0; minutes < 20; minutes += 1) {
      clock.now += MINUTE;
      await replica.work();
    }
    fake.state.isDown = false;
    fake.changeOrder('1', { Status: 'Completed' });
    clock.now += 10 * MINUTE;
    await replica.work();
    expect(await failure()).toBeNull();
    expect(await statusOf('1')).toEqual({ value: 'Completed' });
  });

  test('a single 500 delays a change by seconds', async () => {
    const { fake, clock, replica } = await synchronized();
    fake.changeOrder('1', { Status: 'Completed' });
    await sql`update erp_orders set stale_at = clock_timestamp()`.execute(portal.database);
    fake.faults.push(500);
    await replica.work();
    clock.now += 10_000;
    await replica.work();
    expect(await statusOf('1')).toEqual({ value: 'Completed' });
  });

  test.each([
    { changes: 700, minutesLate: 3, minutesBehind: 0 },
    { changes: 900, minutesLate: 0, minutesBehind: 5 },
  ])('a change beside many others is found: %o', async ({ changes, minutesLate, minutesBehind }) => {
    const { fake, clock, startReplica } = await start();
    const at = (minutes: number) => ({
      LastModifiedDateTime: new Date(clock.now - (minutes + minutesBehind) * MINUTE),
    });
    fake.addOrder('0', { ...ann, ...at(30) });
    for (let index = 1; index <= changes; index += 1) fake.addOrder(String(index), at(40));
    const replica = await startReplica({ ACUMATICA_REQUESTS_PER_MINUTE: '6000' });
    await replica.work();
    await replica.poll();
    clock.now += 10 * MINUTE;
    for (let index = 1; index <= changes; index += 1)
      fake.changeOrder(String(index), { Hold: true, ...at((index * 5) / changes) });
    await replica.work();
    fake.changeOrder('0', { Status: 'Closed', ...at(minutesLate) });
    await replica.poll();
    expect(await statusOf('0')).toEqual({ value: 'Closed' });
  });

  test('fields that no list can have are read one by one', async () => {
    const { fake, startReplica } = await start({ notOptimized: ['Contact/Email', 'Body'] });
    fake.addOrder('2026/1', ann);
    fake.addActivity('2026/1', { Summary: 'Part ordered', Body: '<p>Soon.</p>' });
    fake.addActivity('2026/1', { Summary: 'SECRET', Body: 'SECRET', Internal: true });
    await (await startReplica()).work();
    expect((await stored('2026/1'))?.events).toEqual([
      expect.objectContaining({ summary: 'Part ordered', body: '<p>Soon.</p>' }),
    ]);
  });

  /** @param change of each object in a response */
  const reshapeAll =
    (change: (entity: object) => unknown) =>
    (body: unknown): unknown => {
      if (Array.isArray(body)) return body.map(reshapeAll(change));
      if (typeof body !== 'object' || body === null) return body;
      const inner = Object.entries(body).map(([name, one]) => [name, reshapeAll(change)(one)] as const);
      return change(Object.fromEntries(inner));
    };

  test.each<[string, (body: unknown) => unknown]>([
    ['null for what is empty', reshapeAll((one) => (Object.keys(one).length === 0 ? null : one))],
    ['a record twice', (body) => (Array.isArray(body) ? body.flatMap((one) => [one, one]) : body)],
    [
      'ids in capitals',
      reshapeAll((one) =>
        'RelatedEntityNoteID' in one
          ? {
              ...one,
              RelatedEntityNoteID: JSON.stringify(one.RelatedEntityNoteID).toUpperCase().split('"')[3],
            }
          : one,
      ),
    ],
  ])('lists with %s are as any', async (_what, reshape) => {
    const { logged } = await start({ reshape });
    erp.fake.addOrder('1', { ...ann, Status: undefined });
    erp.fake.addOrder('2');
    erp.fake.addActivity('1', { Summary: 'Part ordered', Body: undefined });
    await (await erp.startReplica()).work();
    expect(await owners()).toEqual({ 1: 'ann@example.com' });
    expect(await summaries('1')).toEqual(['Part ordered']);
    expect(logged.join()).not.toContain('failed');
  });

  test('names that are too long, or that no database stores, cost no order', async () => {
    await synchronized({
      1: { ...ann, 'Contact/Attention': `${'x'.repeat(199)}😀` },
      2: { ...ben, 'Contact/Attention': 'Ben \0Example', Description: 'half \uD800' },
    });
    expect(Object.keys(await owners())).toEqual(['1', '2']);
    const { name } = await portal.database
      .selectFrom('customers')
      .select('name')
      .where('email', '=', 'ben@example.org')
      .executeTakeFirstOrThrow();
    expect(name).toBe('Ben Example');
  });

  // By 200, with a response that is none of orders.
  test.each([500, 400, 403, 404, 414, 422, 431, 200])(
    'an order that the ERP refuses by %d holds up no other',
    async (brokenStatus) => {
      const { fake, clock, logged, startReplica } = await start({ broken: '3', brokenStatus });
      for (const number of ['1', '2', '3', '4', '5']) fake.addOrder(number, ann);
      const replica = await startReplica();
      for (let minutes = 0; minutes < 30; minutes += 1) {
        clock.now += MINUTE;
        await replica.work();
      }
      expect(Object.keys(await owners())).toEqual(['1', '2', '4', '5']);
      expect(logged.join()).toContain(brokenStatus === 200 ? 'incomplete' : `answers ${brokenStatus}`);
      // It waits for an hour: nobody reads of it twice.
      expect(logged.filter((line) => line.includes('{"order":"SO/3"}'))).toHaveLength(1);
      // The rest goes on: the pass has ended.
      expect(replica.freshAt()).not.toBeNull();
    },
  );

  test('an order with a key that no request can have, kept from before, holds up no other after a restart', async () => {
    const { fake, clock, startReplica } = await synchronized({ 1: ann, 2: ann, 3: ann });
    await sql`insert into erp_orders (key, seen_at, stale_at)
      values (${`SO/${'9'.repeat(20_000)}`}, now(), now())`.execute(portal.database);
    fake.changeOrder('2', { Status: 'Completed' });
    await endLease();
    const replica = await startReplica();
    for (let minutes = 0; minutes < 10; minutes += 1) {
      clock.now += MINUTE;
      await replica.work();
    }
    expect(await statusOf('2')).toEqual({ value: 'Completed' });
    expect(await failure()).toBeNull();
  });

  test('an order that can neither be read nor found holds up no pass', async () => {
    const { fake, clock, startReplica } = await start({ broken: '3' });
    for (const number of ['1', '2', '3']) fake.addOrder(number, ann);
    const replica = await startReplica();
    for (let minutes = 0; minutes < 30; minutes += 1) {
      clock.now += MINUTE;
      await replica.work();
    }
    const seen = "'2026-01-01'::timestamptz";
    await sql`update erp_orders set seen_at = ${sql.raw(seen)} where key = 'SO/3'`.execute(portal.database);
    const passedAt = () => sql<{ at: Date }>`select passed_at as at from erp_sync`.execute(portal.database);
    const [before] = (await passedAt()).rows;
    fake.changeOrder('3', { LastModifiedDateTime: new Date('1999-01-01') });
    clock.now += 25 * 60 * MINUTE;
    for (let minutes = 0; minutes < 30; minutes += 1) {
      clock.now += MINUTE;
      await replica.work();
    }
    expect((await passedAt()).rows[0]?.at.getTime()).toBeGreaterThan(before?.at.getTime() ?? 0);
  });

  test('only one replica works at a time, and the next one goes on when it stops', async () => {
    const { fake, clock, startReplica } = await start({ seats: 1 });
    fake.addOrder('1', ann);
    const [one, other] = [await startReplica(), await startReplica()];
    await one.work();
    const before = fake.stats.requests;
    clock.now += MINUTE;
    await other.work();
    expect(fake.stats.requests).toBe(before);
    await one.stop();
    expect(fake.openSessions()).toBe(0);
    await other.work();
    expect(fake.stats.requests).toBeGreaterThan(before + 1);
    expect(fake.stats.mostSessions).toBe(1);
  });
});
