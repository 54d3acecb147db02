import { createDispatcher } from './dispatcher';
import { DeliveryError, type Message } from './message';
import { outboxStore } from './outbox-store';
import { importCustomers } from '../orders/import/import-customers';
import { replicaStore } from '../platform/jobs/replica-store';
import { startSmsInbox } from '../testing/sms-inbox';
import { startSmtpInbox } from '../testing/smtp-inbox';
import { startTestApp, type TestApp } from '../testing/test-app';

/** Sends order messages through a real SMTP server and an endpoint like Twilio's. */

const TOKEN = 'a-token-of-an-erp';
const noon = new Date('2026-03-04T12:00:00Z');
const night = new Date('2026-03-04T23:00:00Z');

let mails: Awaited<ReturnType<typeof startSmtpInbox>>;
let texts: Awaited<ReturnType<typeof startSmsInbox>>;
let portal: TestApp;

const environment = () => ({
  PUBLIC_URL: 'https://portal.test',
  SMTP_URL: mails.url,
  MAIL_FROM: 'Acme <portal@acme.test>',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'secret',
  TWILIO_FROM: '+15005550006',
  TWILIO_BASE_URL: texts.url,
  ORDERS_WEBHOOK_TOKEN: TOKEN,
  SMS_QUIET_HOURS: '21:00-08:00',
  TIME_ZONE: 'UTC',
  LOG_LEVEL: 'silent',
});

beforeAll(async () => {
  mails = await startSmtpInbox();
  texts = await startSmsInbox();
  portal = await startTestApp(environment());
});
beforeEach(async () => {
  await portal.empty();
  mails.received.length = 0;
  texts.received.length = 0;
  texts.refuse();
  portal.wallClock.now = noon;
});
afterAll(async () => {
  await portal.close();
  await mails.close();
  await texts.close();
});

const order = (ServiceOrderNbr: string, Status: string, fields: object = {}) => ({
  ServiceOrderNbr,
  Description: 'Boiler makes a knocking noise',
  Status,
  ...fields,
});

const ann = { email: 'ann@example.com', phone: '+12025550123', name: 'Ann' };

const load = async (records: object[]) => {
  const report = await importCustomers(portal.database, JSON.stringify(records));
  expect(report.outcome).toBe('loaded');
};

/** Loads Ann's order with one status after the other. */
const loadInTurn = async (...statuses: string[]) => {
  for (const status of statuses) await load([{ ...ann, orders: [order('1', status)] }]);
};

const hook = async (records: object) => {
  const authorization = `Bearer ${TOKEN}`;
  const response = await portal.newBrowser().post('/hooks/orders', records, { authorization });
  expect(response.statusCode).toBe(200);
};

const choose = (notify_email: boolean, notify_sms: boolean) =>
  portal.database.updateTable('customers').set({ notify_email, notify_sms }).execute();

/** Waits until the time for collecting changes is over, then delivers. */
const deliver = async () => {
  await portal.passTime({ minutes: 1 });
  await portal.deliver();
};

const outcomes = async () => {
  const rows = await portal.database
    .selectFrom('outbox')
    .select(['channel', 'status'])
    .where('kind', '=', 'order')
    .orderBy('created_at')
    .orderBy('channel')
    .execute();
  return rows.map(({ channel, status }) => `${channel} ${status}`);
};

const subjects = () => mails.received.map(({ mail }) => mail.subject);

test('sends each customer exactly the messages they chose, once, when all orders change within a minute', async () => {
  const customers = Array.from({ length: 40 }, (_, index) => ({
    email: `customer-${index}@example.com`,
    phone: `+1202555${1000 + index}`,
    notify_email: index % 2 === 0,
    notify_sms: index % 4 < 2,
  }));
  const records = (Status: string, ...places: ('A' | 'B')[]) =>
    customers.map(({ email, phone }, index) => ({
      email,
      phone,
      orders: places.map((place) => order(`${index}${place}`, Status)),
    }));
  await load(records('Open', 'A', 'B'));
  for (const { email, notify_email, notify_sms } of customers)
    await portal.database
      .updateTable('customers')
      .set({ notify_email, notify_sms })
      .where('email', '=', email)
      .execute();
  // Half of the orders by import, half by webhook, then all again without a change.
  await load(records('Completed', 'A'));
  await hook(records('Completed', 'B'));
  await load(records('Completed', 'A', 'B'));
  await portal.deliver();
  expect([mails.received.length, texts.received.length]).toEqual([0, 0]);
  await portal.passTime({ minutes: 1 });
  await Promise.all([portal.deliver(), portal.deliver(), portal.deliver()]);

  const received = [
    ...mails.received.map(({ recipients, mail }) => `${recipients.join()} ${mail.subject}`),
    ...texts.received.map(({ to, body }) => `${to} ${/News [\w ]+/.exec(body ?? '')?.[0]}`),
  ];
  const chosen = customers.flatMap(({ email, phone, notify_email, notify_sms }) => [
    ...(notify_email ? [email] : []),
    ...(notify_sms ? [phone] : []),
  ]);
  const subject = 'News about 2 of your service orders';
  expect(received.sort()).toEqual(chosen.map((to) => `${to} ${subject}`).sort());
});

test('sends nothing for new, unchanged, or refused orders, or for descriptions, timestamps, and a dry run', async () => {
  await loadInTurn('Open', 'Open');
  const fields = { Description: 'Other', LastModifiedDateTime: '2026-03-04T12:00:00Z' };
  await load([{ ...ann, orders: [order('1', 'Open', fields), order('2', 'Open')] }]);
  const changed = [{ ...ann, orders: [order('1', 'Completed')] }];
  await importCustomers(portal.database, JSON.stringify(changed), { dryRun: true });
  await importCustomers(portal.database, JSON.stringify([...changed, { email: 'no address' }]));
  expect(await outcomes()).toEqual([]);
});

test('the message names the change and links to the order', async () => {
  await load([{ ...ann, orders: [order('000019', 'Open', { events: [{ summary: 'Visit' }] })] }]);
  await choose(true, true);
  await portal.database.updateTable('customers').set({ name: 'Ann\u202e\u0007' }).execute();
  const events = [
    { summary: 'Visit' },
    { summary: 'Part ordered', body: '<p>A pump</p>', created_at: '2026-03-04T12:00:00Z' },
    { summary: 'Part ordered', body: 'A margin', created_at: '2026-03-05T12:00:00Z', Internal: true },
  ];
  await load([{ ...ann, name: undefined, orders: [order('000019', 'Completed', { events })] }]);
  await deliver();
  expect(subjects()).toEqual(['Completed: Boiler makes a knocking noise (000019)']);
  const { text } = mails.received[0]?.mail ?? {};
  expect(text).toMatch(/Hello Ann, .*Completed.*Part ordered.*A pump.*service-order\/000019/s);
  expect(text).not.toMatch(/\* Visit|A margin|Next/);
  expect(texts.received).toMatchObject([{ to: ann.phone, body: expect.stringContaining('/000019\n') }]);
});

test('a question is named first, also of the last of many orders', async () => {
  const events = [{ summary: 'May we order the pump?', status: 'Waiting for your answer' }];
  const numbers = Array.from({ length: 12 }, (_, index) => `${index + 1}`);
  const loadAll = (Status: string, asked: object) =>
    load([{ ...ann, orders: numbers.map((number) => order(number, Status, number === '12' ? asked : {})) }]);
  await loadAll('Open', {});
  await choose(true, true);
  await loadAll('On Hold', { events });
  await deliver();
  expect(subjects()).toEqual([expect.stringMatching(/^May we order the pump\? · On Hold: .*12.* 11 more$/)]);
  expect(texts.received).toMatchObject([{ body: expect.stringMatching(/^Acme: May we order the pump\?/) }]);
});

describe('several changes within a minute', () => {
  test('become one message with the latest state', async () => {
    await loadInTurn('Open', 'In Process');
    await portal.passTime({ seconds: 50 });
    await hook({ ...ann, orders: [order('1', 'Completed', { events: [{ summary: 'Done' }] })] });
    await portal.passTime({ seconds: 10 });
    await portal.deliver();
    expect(subjects()).toEqual(['Completed: Boiler makes a knocking noise (1)']);
    expect(mails.received[0]?.mail.text).toContain('Done');
  });

  test('become no message when they cancel each other out', async () => {
    await loadInTurn('Open', 'On Hold', 'Open');
    await deliver();
    expect(await outcomes()).toEqual(['email suppressed']);
  });
});

test('queues nothing on a channel that the customer has not chosen or has no address for', async () => {
  await loadInTurn('Open');
  await load([{ email: 'bob@example.com', orders: [order('2', 'Open')] }]);
  await portal.database.updateTable('customers').set({ notify_sms: true }).execute();
  await portal.database
    .updateTable('customers')
    .set({ notify_email: false })
    .where('name', '=', 'Ann')
    .execute();
  await loadInTurn('Completed');
  await load([{ email: 'bob@example.com', orders: [order('2', 'Completed')] }]);
  expect(await outcomes()).toEqual(['sms queued', 'email queued']);
});

test('suppresses a channel that was switched off before the message is sent', async () => {
  await loadInTurn('Open');
  await choose(true, true);
  await loadInTurn('Completed');
  await choose(false, true);
  await deliver();
  expect(await outcomes()).toEqual(['email suppressed', 'sms sent']);
});

describe('changes join the message that is still open', () => {
  const smtp = { url: 'smtp://127.0.0.1:1', from: 'portal@acme.test', oauth: undefined };

  test('while the mail server accepts nothing', async () => {
    const down = createDispatcher({ ...portal, config: { ...portal.config, smtp }, log: portal.app.log });
    await loadInTurn('Open');
    for (const status of ['On Hold', 'In Process', 'On Hold', 'Completed']) {
      await loadInTurn(status);
      await portal.passTime({ minutes: 5 });
      await down.dispatchDue();
    }
    expect(await outcomes()).toEqual(['email queued']);
    await portal.passTime({ hours: 1 });
    await portal.deliver();
    expect(subjects()).toEqual(['Completed: Boiler makes a knocking noise (1)']);
  });

  /** Sends the message about the order, which changes again meanwhile. */
  const changeDuring = async (ending: () => Promise<void>) => {
    const sent: Message[] = [];
    const send = async (message: Message) => {
      sent.push(message);
      await load([{ ...ann, orders: [order('1', 'On Hold', { events: [{ summary: 'Part ordered' }] })] }]);
      await ending();
    };
    const drivers = { email: { send }, sms: { send } };
    await loadInTurn('Open', 'On Hold');
    await portal.passTime({ minutes: 1 });
    await createDispatcher({ ...portal, drivers, log: portal.app.log }).dispatchDue();
    return sent;
  };

  test('after it was sent just then, as a message of their own', async () => {
    const [first] = await changeDuring(async () => {});
    expect(first?.subject).toBe('On Hold: Boiler makes a knocking noise (1)');
    await deliver();
    await deliver();
    expect(subjects()).toEqual(['Part ordered: Boiler makes a knocking noise (1)']);
    expect(mails.received[0]?.mail.messageId).not.toContain(first?.id);
  });

  test('when it just then failed, and are sent with it', async () => {
    const [first] = await changeDuring(() => Promise.reject(new DeliveryError('mail: 451')));
    await deliver();
    expect(subjects()).toEqual(['On Hold: Boiler makes a knocking noise (1)']);
    expect(mails.received[0]?.mail.text).toContain('Part ordered');
    // Another message for a server that dropped the response, and drops what it has seen.
    expect(mails.received[0]?.mail.messageId).not.toContain(first?.id);
    expect(await outcomes()).toEqual(['email sent']);
  });
});

test('MAIL_PER_MINUTE spreads news over time for all replicas together, and no code waits for it', async () => {
  const people = (status: string) =>
    ['1', '2', '3'].map((number) => ({ email: `c${number}@example.com`, orders: [order(number, status)] }));
  await load(people('Open'));
  await load(people('Completed'));
  await portal.passTime({ minutes: 1 });
  for (const id of ['1', '2'])
    await replicaStore(portal.database).confirm({
      id: `00000000-0000-4000-8000-00000000000${id}`,
      host: id,
      address: null,
      prints: ['key'],
      pool_size: 1,
    });
  const messages = { ...portal.config.messages, mailPerMinute: 4 };
  const log = portal.app.log;
  const [, news] = createDispatcher({ ...portal, config: { ...portal.config, messages }, log }).lanes;
  await news?.dispatch();
  await news?.dispatch();
  await news?.finish();
  expect(mails.received).toHaveLength(2);
  const browser = await portal.openBrowser();
  await browser.post('/customer-login/email', { email: 'c1@example.com' });
  const [codes] = createDispatcher({ ...portal, config: { ...portal.config, messages }, log }).lanes;
  await codes?.dispatch();
  await codes?.finish();
  expect(mails.received[2]?.mail.subject).toMatch(/code/);
});

test('a STOP reply that only Twilio knows about stops the text messages at the next attempt', async () => {
  await loadInTurn('Open');
  await choose(true, true);
  texts.refuse(400, 21610);
  await loadInTurn('In Process');
  await deliver();
  expect(await outcomes()).toEqual(['email sent', 'sms dead']);
  texts.refuse();
  await loadInTurn('Completed');
  await deliver();
  expect(texts.received).toEqual([]);
  expect(mails.received).toHaveLength(2);
});

describe('during quiet hours', () => {
  beforeEach(async () => {
    await loadInTurn('Open');
    await choose(true, true);
    portal.wallClock.now = night;
  });

  test('sends mails at once, but holds text messages until morning and combines them', async () => {
    await loadInTurn('In Process');
    await deliver();
    expect([mails.received.length, texts.received.length]).toEqual([1, 0]);
    await portal.passTime({ hours: 2 });
    await loadInTurn('Completed');
    await deliver();
    expect([mails.received.length, texts.received.length]).toEqual([2, 0]);
    portal.wallClock.now = new Date('2026-03-05T08:00:00Z');
    await portal.deliver();
    expect(texts.received).toMatchObject([{ body: expect.stringMatching(/^Acme: Completed: Boiler/) }]);
  });

  test('sends codes and test messages', async () => {
    const browser = await portal.openBrowser();
    await browser.post('/customer-login/phone', { phone: ann.phone });
    const { id } = await portal.database.selectFrom('customers').select('id').executeTakeFirstOrThrow();
    await outboxStore(portal.database, portal.keys.outbox).queueTest(id, ['sms']);
    await portal.deliver();
    expect(texts.received.map(({ body }) => body).sort()).toEqual([
      expect.stringMatching(/^\d{6} is your Acme access code/),
      expect.stringContaining('This is a test.'),
    ]);
  });
});

test('the outbox keeps neither changes nor addresses of a sent message', async () => {
  await loadInTurn('Open', 'Completed');
  await deliver();
  const rows = await portal.database.selectFrom('outbox').selectAll().execute();
  expect(JSON.stringify(rows)).not.toMatch(/Open|Completed|ann@|\+1202/);
});
