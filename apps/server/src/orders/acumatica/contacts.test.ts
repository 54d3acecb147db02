import { randomUUID } from 'node:crypto';
import type { FakeOptions } from '../../../../../e2e/acumatica/fake-acumatica';
import { work } from '../../operations/commands/work';
import type { Browser } from '../../testing/browser';
import { signInWithCode } from '../../testing/sign-in';
import { dumpTables } from '../../testing/test-database';
import { reminderStore } from '../../messages/reminders/reminder-store';
import { checkErpState } from './check';
import { acumatica } from './part';
import { useErp, type TestErp } from './testing/erp';

/** Several people of a company see its orders: its contacts in the ERP, whom the operator chooses. */

const { portal, erp, start, endLease, map: mapTo } = useErp({ ANSWERS_EMAIL: 'service@acme.example' });

const ann = { 'Contact/Email': 'ann@acme.test', Customer: 'ACME' };

/** A replica that has read what `fill` adds, with this mapping of contacts. */
const synchronized = async (
  fill: (fake: TestErp['fake']) => void,
  contact: object | null = { sees: 'account' },
  options: FakeOptions = {},
) => {
  await start(options);
  fill(erp.fake);
  const map = (given: object | null) => mapTo(given === null ? {} : { contact: given });
  const replica = await erp.startReplica({ ACUMATICA_MAPPING: await map(contact) });
  await replica.poll();
  return {
    ...erp,
    replica,
    /** Starts the portal again, with another mapping. */
    remap: async (given: object | null) => {
      await endLease();
      const next = await erp.startReplica({ ACUMATICA_MAPPING: await map(given) });
      await next.poll();
      return next;
    },
  };
};

/** Who sees what. */
const readers = async () => {
  const rows = await portal.database
    .selectFrom('order_readers')
    .innerJoin('customers', 'customers.id', 'customer_id')
    .select(['order_nbr', 'email'])
    .orderBy('email')
    .orderBy('order_nbr')
    .execute();
  const seen: Record<string, string[]> = {};
  for (const { email, order_nbr } of rows) (seen[email ?? ''] ??= []).push(order_nbr);
  return seen;
};

const addContact = (Email: string | undefined, fields: object = {}) =>
  erp.fake.add('Contact', { BusinessAccount: 'ACME', DisplayName: 'Somebody', Email, ...fields });

const poll = async (replica: { poll: () => Promise<void> }) => {
  await replica.poll();
  await replica.poll();
};

// C# client, Default 24.200: Contact has BusinessAccount, Active, Email, and ContactClass.
test('active contacts with an address see all orders of their account, and no other', async () => {
  await synchronized((fake) => {
    fake.addOrder('1', ann);
    fake.addOrder('2', { 'Contact/Email': 'ben@acme.test', Customer: 'ACME' });
    fake.addOrder('3', { 'Contact/Email': 'zoe@other.test', Customer: 'OTHER' });
    addContact('ann@acme.test');
    addContact('Carl@acme.test', { DisplayName: 'Carl' });
    addContact('former@acme.test', { Active: false });
    addContact(undefined);
    addContact('none@nobody.test', { BusinessAccount: 'NOBODY' });
  });
  expect(await readers()).toEqual({
    'ann@acme.test': ['1', '2'],
    'ben@acme.test': ['2'],
    'carl@acme.test': ['1', '2'],
    'zoe@other.test': ['3'],
  });
  // Whoever sees no order is not stored.
  const customers = await portal.database
    .selectFrom('customers')
    .select(['email', 'name', 'phone'])
    .execute();
  expect(customers).toHaveLength(4);
  expect(customers).toContainEqual({ email: 'carl@acme.test', name: 'Carl', phone: null });
});

test('without `contact` in the mapping, only who is on an order sees it, and no contact is asked for', async () => {
  const { fake } = await synchronized(
    (fake) => {
      fake.addOrder('1', ann);
      addContact('carl@acme.test');
    },
    null,
    { forbidden: ['Contact'] },
  );
  expect(await readers()).toEqual({ 'ann@acme.test': ['1'] });
  expect(fake.stats.paths.join()).not.toContain('/Contact');
});

test('the operator chooses contacts by their fields', async () => {
  const { fake, replica } = await synchronized(
    (fake) => {
      fake.addOrder('1', ann);
      addContact('carl@acme.test', { ContactClass: 'PORTAL', JobTitle: 'Facility Manager' });
      addContact('dora@acme.test', { ContactClass: 'PORTAL', JobTitle: 'Buyer' });
      addContact('eve@acme.test', { JobTitle: 'Facility Manager' });
    },
    { sees: 'account', only: { ContactClass: 'PORTAL', JobTitle: ['Facility Manager', 'Owner'] } },
  );
  expect(await readers()).toEqual({ 'ann@acme.test': ['1'], 'carl@acme.test': ['1'] });
  const fay = fake.add('Contact', { BusinessAccount: 'ACME', Email: 'fay@acme.test', JobTitle: 'Owner' });
  await poll(replica);
  expect(await readers()).not.toHaveProperty(['fay@acme.test']);
  fake.change('Contact', fay, { ContactClass: 'PORTAL' });
  await poll(replica);
  expect(await readers()).toHaveProperty(['fay@acme.test'], ['1']);
});

// C# client, Default 24.200: CustomerLocation has Customer, LocationID, and LocationContact.
test('by location, its contact sees its orders; an order that moves to another location leaves', async () => {
  const { fake, replica } = await synchronized(
    (fake) => {
      fake.addOrder('1', { ...ann, Location: 'NORTH' });
      fake.addOrder('2', { ...ann, Location: 'SOUTH' });
      fake.addOrder('3', { 'Contact/Email': 'zoe@other.test', Customer: 'OTHER', Location: 'NORTH' });
      for (const LocationID of ['NORTH', 'SOUTH'])
        fake.add('CustomerLocation', {
          Customer: 'ACME',
          LocationID,
          Active: true,
          'LocationContact/Email': `${LocationID}@acme.test`,
        });
    },
    { sees: 'location' },
  );
  const before = {
    'ann@acme.test': ['1', '2'],
    'north@acme.test': ['1'],
    'south@acme.test': ['2'],
    'zoe@other.test': ['3'],
  };
  expect(await readers()).toEqual(before);
  fake.changeOrder('1', { Location: 'SOUTH' });
  await replica.poll();
  const { 'north@acme.test': _, ...others } = before;
  expect(await readers()).toEqual({ ...others, 'south@acme.test': ['1', '2'] });
});

test.each<[string, (fake: TestErp['fake'], id: string) => void]>([
  ['becomes inactive', (fake, id) => fake.change('Contact', id, { Active: false })],
  ['moves to another account', (fake, id) => fake.change('Contact', id, { BusinessAccount: 'OTHER' })],
  ['loses the address', (fake, id) => fake.change('Contact', id, { Email: undefined })],
  ['has another address', (fake, id) => fake.change('Contact', id, { Email: 'new@acme.test' })],
])('a contact who %s sees the orders no more, nor messages about them', async (_what, change) => {
  let carl = '';
  const { fake, replica } = await synchronized((fake) => {
    fake.addOrder('1', ann);
    carl = addContact('carl@acme.test');
  });
  const browser = portal.newBrowser();
  await signInWithCode(portal, browser, 'carl@acme.test');
  expect((await browser.get('/serviceOrder/list')).json()).toHaveLength(1);
  fake.addActivity('1', { Summary: 'Gate code 4711' });
  await poll(replica);
  change(fake, carl);
  await poll(replica);
  expect(await readers()).not.toHaveProperty(['carl@acme.test']);
  expect((await browser.get('/serviceOrder/list')).json()).toEqual([]);
  expect((await browser.get('/serviceOrder/get?serviceOrderNbr=1')).json()).toEqual([]);
  await portal.passTime({ minutes: 2 });
  await portal.deliver();
  const files = await portal.inbox.files();
  const mails = await Promise.all(files.map((file) => portal.inbox.read(file)));
  expect(mails.filter((mail) => mail.includes('carl@acme.test')).join()).not.toContain('Gate code');
});

test('a contact who is deleted sees the orders until the daily comparison', async () => {
  let carl = '';
  const { fake, clock, replica } = await synchronized((fake) => {
    fake.addOrder('1', ann);
    carl = addContact('carl@acme.test');
  });
  fake.remove('Contact', carl);
  await poll(replica);
  expect(await readers()).toHaveProperty(['carl@acme.test']);
  clock.now += 24 * 3_600_000;
  await poll(replica);
  expect(await readers()).toEqual({ 'ann@acme.test': ['1'] });
});

test('a page of contacts that moves while all are read loses nobody', async () => {
  const { fake, clock, replica } = await synchronized((fake) => {
    fake.addOrder('1', ann);
    for (let index = 0; index < 1200; index += 1) addContact(`c${index}@acme.test`);
  });
  expect(Object.keys(await readers())).toHaveLength(1201);
  const [first] = fake.all('Contact');
  clock.now += 24 * 3_600_000;
  let pages = 0;
  const { onRequest } = fake.options;
  fake.options.onRequest = () => {
    onRequest?.();
    if (fake.stats.paths.at(-1)?.endsWith('/Contact') && ++pages === 1)
      fake.remove('Contact', first?.id ?? '');
  };
  await poll(replica);
  expect(Object.keys(await readers())).toHaveLength(1200);
});

test('an address of two contacts, or in two accounts, sees what each of them does', async () => {
  let second = '';
  const { fake, replica } = await synchronized((fake) => {
    fake.addOrder('1', ann);
    fake.addOrder('2', { 'Contact/Email': 'zoe@other.test', Customer: 'OTHER' });
    addContact('info@acme.test', { DisplayName: 'Front desk' });
    second = addContact('info@acme.test', { DisplayName: 'Night shift' });
    addContact('manager@both.test');
    addContact('manager@both.test', { BusinessAccount: 'OTHER' });
    addContact('yan@other.test', { BusinessAccount: 'OTHER' });
  });
  const seen = {
    'ann@acme.test': ['1'],
    'info@acme.test': ['1'],
    'manager@both.test': ['1', '2'],
    'yan@other.test': ['2'],
    'zoe@other.test': ['2'],
  };
  expect(await readers()).toEqual(seen);
  fake.change('Contact', second, { Active: false });
  await poll(replica);
  expect(await readers()).toEqual(seen);
});

test('an order that names nobody is the first contact’s of its account, until they leave', async () => {
  let first = '';
  const { fake, replica } = await synchronized((fake) => {
    fake.addOrder('1', { Customer: 'ACME' });
    fake.addOrder('2', { Customer: 'NOBODY' });
    first = addContact('carl@acme.test');
    addContact('dora@acme.test');
  });
  const owner = async () =>
    (
      await portal.database
        .selectFrom('orders')
        .innerJoin('customers', 'customers.id', 'customer_id')
        .select('email')
        .execute()
    ).map(({ email }) => email);
  expect(await readers()).toEqual({ 'carl@acme.test': ['1'], 'dora@acme.test': ['1'] });
  expect(await owner()).toEqual(['carl@acme.test']);
  fake.changeOrder('1', { Status: 'Completed' });
  await poll(replica);
  expect(await owner()).toEqual(['carl@acme.test']);
  fake.change('Contact', first, { Active: false });
  await poll(replica);
  expect(await readers()).toEqual({ 'dora@acme.test': ['1'] });
  expect(await owner()).toEqual(['dora@acme.test']);
});

test('contacts that come later see the orders that were nobody’s', async () => {
  const { replica } = await synchronized((fake) => void fake.addOrder('1', { Customer: 'ACME' }));
  expect(await readers()).toEqual({});
  addContact('carl@acme.test');
  await poll(replica);
  expect(await readers()).toEqual({ 'carl@acme.test': ['1'] });
});

describe('the brake', () => {
  const texts = async () =>
    (await checkErpState(portal.database)).flatMap((found) => (found ? [found.text] : []));

  const company = (fake: TestErp['fake']) => {
    fake.addOrder('1', ann);
    for (let index = 0; index < 40; index += 1) addContact(`c${index}@acme.test`);
  };

  test('a list of contacts that is suddenly empty takes nothing, until the operator confirms it', async () => {
    const { fake, clock, replica } = await synchronized(company);
    const all = fake.all('Contact');
    for (const { id } of all) fake.remove('Contact', id);
    clock.now += 24 * 3_600_000;
    await poll(replica);
    expect(Object.keys(await readers())).toHaveLength(41);
    expect(await texts()).toContainEqual(
      expect.stringMatching(/from 40 of 40 contacts, .* `pnpm portal erp confirm`/),
    );
    await acumatica.orderSourceWork.confirmRemovals(portal.database);
    expect(await readers()).toEqual({ 'ann@acme.test': ['1'] });
    expect(await texts()).not.toContainEqual(expect.stringContaining('erp confirm'));
  });

  test('who is back before that keeps the orders', async () => {
    const { fake, replica } = await synchronized(company);
    const all = fake.all('Contact');
    for (const { id } of all) fake.change('Contact', id, { Email: undefined });
    await poll(replica);
    expect(Object.keys(await readers())).toHaveLength(41);
    all.forEach(({ id }, index) => fake.change('Contact', id, { Email: `c${index}@acme.test` }));
    await poll(replica);
    expect(await texts()).not.toContainEqual(expect.stringContaining('erp confirm'));
    expect(Object.keys(await readers())).toHaveLength(41);
  });

  test('another mapping takes the orders from few at once, and from many once it is confirmed', async () => {
    const { fake, remap } = await synchronized((fake) => {
      fake.addOrder('1', ann);
      addContact('carl@acme.test');
    });
    await remap(null);
    expect(await readers()).toEqual({ 'ann@acme.test': ['1'] });
    for (let index = 0; index < 40; index += 1) addContact(`c${index}@acme.test`);
    await remap({ sees: 'account' });
    expect(Object.keys(await readers())).toHaveLength(42);
    await remap(null);
    expect(Object.keys(await readers())).toHaveLength(42);
    await acumatica.orderSourceWork.confirmRemovals(portal.database);
    expect(await readers()).toEqual({ 'ann@acme.test': ['1'] });
    expect(fake.stats.refused).toBe(0);
  });
});

test('an idle poll is one request, and an order costs none for its contacts', async () => {
  const { fake, replica } = await synchronized((fake) => {
    fake.addOrder('1', ann);
    addContact('carl@acme.test');
  });
  await poll(replica);
  let before = fake.stats.requests;
  await replica.poll();
  expect(fake.stats.requests - before).toBe(4);
  fake.changeOrder('1', { Status: 'Completed' });
  before = fake.stats.requests;
  await replica.poll();
  // The order and its events.
  expect(fake.stats.requests - before).toBe(6);
});

const recipients = async () => {
  const queued = await portal.database
    .selectFrom('outbox')
    .innerJoin('customers', 'customers.id', 'customer_id')
    .select(['customers.email', 'changes'])
    .where('kind', '=', 'order')
    .where('settled_at', 'is', null)
    .orderBy('email')
    .execute();
  return queued.map(({ email }) => email);
};

test('of a change hears the order’s contact, and of the others who has signed in, by their own choice', async () => {
  const { fake, replica } = await synchronized((fake) => {
    fake.addOrder('1', ann);
    for (const who of ['carl', 'dora', 'eve']) addContact(`${who}@acme.test`);
  });
  fake.addActivity('1', { Summary: 'Part ordered' });
  await poll(replica);
  expect(await recipients()).toEqual(['ann@acme.test']);
  await portal.database.deleteFrom('outbox').execute();
  for (const who of ['carl', 'dora']) {
    const browser = portal.newBrowser();
    await signInWithCode(portal, browser, `${who}@acme.test`);
    if (who === 'dora') await browser.post('/orders/mute', { serviceOrderNbr: '1', muted: true });
  }
  fake.addActivity('1', { Summary: 'Part arrived' });
  await poll(replica);
  expect(await recipients()).toEqual(['ann@acme.test', 'carl@acme.test', 'dora@acme.test']);
  const files = (await portal.inbox.files()).length;
  await portal.passTime({ minutes: 2 });
  await portal.deliver();
  // Dora has muted the order.
  expect((await portal.inbox.files()).length - files).toBe(2);
  const visit = { Summary: 'Visit', Date: new Date(Date.now() + 86_400_000), Status: 'Scheduled' };
  fake.addActivity('1', visit);
  await poll(replica);
  const day = visit.Date.toISOString().slice(0, 10);
  expect(await reminderStore(portal.database).ordersOn(day, 'UTC')).toHaveLength(3);
});

test('an activity that becomes internal leaves the messages of all who see the order', async () => {
  const { fake, replica } = await synchronized((fake) => {
    fake.addOrder('1', ann);
    addContact('carl@acme.test');
  });
  await signInWithCode(portal, portal.newBrowser(), 'carl@acme.test');
  const activity = fake.addActivity('1', { Summary: 'Gate code 4711' });
  await poll(replica);
  expect(await recipients()).toHaveLength(2);
  fake.changeActivity(activity, { Internal: true });
  await poll(replica);
  const waiting = await portal.database.selectFrom('outbox').select('changes').execute();
  expect(JSON.stringify(waiting)).not.toContain('Gate code');
});

describe('answers', () => {
  const events = async (browser: Browser, number = '1') =>
    (await browser.get(`/serviceOrder/get?serviceOrderNbr=${number}`)).json<
      { events: { summary?: string; body?: string; created_by?: string; asks?: { id: string } }[] }[]
    >()[0]?.events;

  const company = async () => {
    const started = await synchronized((fake) => {
      fake.addOrder('1', ann);
      fake.addActivity('1', { Summary: 'When are you there?', Status: 'Waiting for your reply' });
      addContact('carl@acme.test', { DisplayName: 'Carl' });
    });
    const [annsBrowser, carls] = [portal.newBrowser(), portal.newBrowser('203.0.113.9')];
    await signInWithCode(portal, annsBrowser, 'ann@acme.test');
    await signInWithCode(portal, carls, 'carl@acme.test');
    return { ...started, annsBrowser, carls };
  };

  const asked = async (browser: Browser) => (await events(browser))?.flatMap(({ asks }) => asks ?? [])[0];

  test('a question is answered once, for all; its answer is read by those who see the order', async () => {
    const { fake, replica, annsBrowser, carls } = await company();
    const question = (await asked(annsBrowser))?.id;
    const answer = { serviceOrderNbr: '1', key: randomUUID(), question, text: 'On Monday' };
    expect((await carls.post('/orders/answer', answer)).statusCode).toBe(200);
    expect(await asked(annsBrowser)).toMatchObject({ answered: true });
    const list = (await annsBrowser.get('/serviceOrder/list')).body;
    expect(list).toContain('"answered":true');
    expect((await annsBrowser.post('/orders/answer', { ...answer, key: randomUUID() })).json()).toMatchObject(
      {
        error: 'question-answered',
      },
    );
    expect(await events(annsBrowser)).toContainEqual(
      expect.objectContaining({
        ...{ summary: 'Message', created_by: 'Carl', body: '<p>On Monday</p>' },
        answer: { question, received: false, isOfOther: true },
      }),
    );
    expect(await events(carls)).toContainEqual(expect.objectContaining({ summary: 'Your answer' }));
    // Who leaves takes the answer along.
    const [carl] = fake.all('Contact');
    fake.change('Contact', carl?.id ?? '', { Active: false });
    await poll(replica);
    expect(JSON.stringify(await events(annsBrowser))).not.toContain('On Monday');
    expect(await events(carls)).toBeUndefined();
  });

  test('a photo is shown to those who see the order, and to nobody else', async () => {
    const { fake, replica, annsBrowser } = await company();
    const { id: customer_id } = await portal.database
      .selectFrom('customers')
      .select('id')
      .where('email', '=', 'carl@acme.test')
      .executeTakeFirstOrThrow();
    const { id: answer_id } = await portal.database
      .insertInto('answers')
      .values({ customer_id, order_nbr: '1', key: randomUUID(), message: 'See' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id } = await portal.database
      .insertInto('answer_files')
      .values({ customer_id, answer_id, name: 'pump.jpg', type: 'image/jpeg', content: Buffer.from('jpg') })
      .returning('id')
      .executeTakeFirstOrThrow();
    fake.addOrder('9', { 'Contact/Email': 'zoe@other.test', Customer: 'OTHER' });
    await replica.poll();
    const zoes = portal.newBrowser('203.0.113.10');
    await signInWithCode(portal, zoes, 'zoe@other.test');
    const file = `/orders/answer/files/${id}`;
    expect((await annsBrowser.get(file)).statusCode).toBe(200);
    expect((await zoes.get(file)).statusCode).toBe(404);
    expect(await events(zoes)).toBeUndefined();
  });
});

test('who is erased leaves the orders to the others who see them, and stays away', async () => {
  const { fake, clock, replica } = await synchronized((fake) => {
    fake.addOrder('1', ann);
    fake.addOrder('2', { ...ann, Customer: 'OTHER' });
    addContact('carl@acme.test');
    addContact('dora@acme.test');
  });
  for (const who of ['ann', 'dora'])
    await work['customer/erase'](
      { ...portal, keys: async () => portal.keys },
      { contact: `${who}@acme.test` },
    );
  expect(await readers()).toEqual({ 'carl@acme.test': ['1'] });
  fake.changeOrder('1', { Status: 'Completed' });
  clock.now += 24 * 3_600_000;
  await poll(replica);
  expect(await readers()).toEqual({ 'carl@acme.test': ['1'] });
  expect((await dumpTables(portal.database)).join('\n')).not.toMatch(/dora@|ann@/);
});
