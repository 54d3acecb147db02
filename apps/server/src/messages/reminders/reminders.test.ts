import { importCustomers } from '../../orders/import/import-customers';
import { startSmtpInbox } from '../../testing/smtp-inbox';
import { signIn } from '../../testing/sign-in';
import { startTestApp, type TestApp } from '../../testing/test-app';
import { queueReminders } from './part';

/** Reminders of real orders, sent through a real SMTP server. */

const EMAIL = 'ann@example.com';
const DAY_MS = 86_400_000;

let mails: Awaited<ReturnType<typeof startSmtpInbox>>;
let portal: TestApp;

const variables = { TIME_ZONE: 'America/New_York', VISIT_REMINDERS: '17:00' };

beforeAll(async () => {
  mails = await startSmtpInbox();
  portal = await startTestApp({ ...variables, SMTP_URL: mails.url, MAIL_FROM: 'portal@acme.test' });
});
beforeEach(async () => {
  await portal.empty();
  mails.received.length = 0;
});
afterAll(async () => {
  await portal.close();
  await mails.close();
});

const today = new Date().toISOString().slice(0, 10);
const inDays = (days: number) => new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10);

/** 17:30 in New York. */
const evening = new Date(`${today}T22:30:00Z`);

const visit = (created_at: string, fields: object = {}) => ({
  summary: 'Replace the pump',
  created_at,
  status: 'Scheduled',
  ...fields,
});

/** Loads Ann's order; later loads are changes. */
const load = async (...orders: object[]) => {
  const customer = { email: EMAIL, orders };
  expect((await importCustomers(portal.database, JSON.stringify([customer]))).outcome).toBe('loaded');
};

const order = (ServiceOrderNbr: string, ...events: object[]) => ({
  ServiceOrderNbr,
  Description: 'Boiler repair',
  Status: 'Open',
  events,
});

const remind = async (now = evening, of = portal) => {
  portal.wallClock.now = now;
  await queueReminders(of, now);
  await portal.passTime({ minutes: 2 });
  await portal.deliver();
  return mails.received.map(({ mail }) => mail.subject);
};

it('reminds of the visits of the next day in the company’s time zone, once', async () => {
  await load(
    // 23:00 in New York is the next day in UTC.
    order('1', visit(`${inDays(2)}T04:00:00Z`, { ends_at: `${inDays(2)}T04:30:00Z` })),
    order('2', visit(`${inDays(3)}T14:00:00Z`)),
    { ...order('3'), Date: `${inDays(1)}T00:00:00-05:00` },
    order('4', visit(`${inDays(1)}T15:00:00Z`, { status: 'Canceled' })),
  );
  const [subject, ...others] = await remind();
  expect(others).toEqual([]);
  expect(subject).toBe('News about 2 of your service orders');
  const text = mails.received[0]?.mail.text ?? '';
  expect(text).toMatch(/Reminder: .*11:00\s–\u2060\s11:30\sPM/s);
  expect(text).not.toMatch(/Service order [24]/);
  expect(await remind()).toHaveLength(1);
});

it('waits for the time of the day', async () => {
  await load(order('1', visit(`${inDays(1)}T15:00:00Z`)));
  expect(await remind(new Date(`${today}T20:30:00Z`))).toEqual([]);
  expect(await remind()).toEqual([expect.stringMatching(/^Reminder: .*: Boiler repair \(1\)$/)]);
});

it('leaves out a visit that moved before the message is sent', async () => {
  await load(order('1', visit(`${inDays(1)}T15:00:00Z`)));
  await queueReminders(portal, evening);
  await load(order('1', visit(`${inDays(9)}T15:00:00Z`)));
  expect(await remind()).toEqual([]);
});

it('says once that somebody is on the way', async () => {
  const at = `${inDays(1)}T15:00:00Z`;
  await load(order('1', visit(at)));
  await load(order('1', visit(at, { status: 'Technician on the way' })));
  const subject = 'Technician on the way: Replace the pump: Boiler repair (1)';
  const before = new Date(`${today}T15:00:00Z`);
  expect(await remind(before)).toEqual([subject]);
  await load(order('1', visit(at, { status: 'Technician on the way', body: 'In 20 minutes' })));
  expect(await remind(before)).toEqual([subject]);
});

it('is the customer’s choice', async () => {
  // Without a mail server, codes are files.
  const local = await startTestApp(variables);
  const { browser, customerId } = await signIn(local, EMAIL);
  const path = '/notification-preferences/events';
  expect((await browser.get(path)).json()).toMatchObject({ visits: true });
  await browser.post(path, { status: true, entries: true, visits: false });
  expect((await browser.get(path)).json()).toMatchObject({ visits: false });
  const files = await local.inbox.files();
  const orders = [order('1', visit(`${inDays(1)}T15:00:00Z`))];
  await importCustomers(local.database, JSON.stringify([{ email: EMAIL, orders }]));
  await queueReminders(local, evening);
  const queued = await local.database
    .selectFrom('outbox')
    .select('changes')
    .where('customer_id', '=', customerId)
    .execute();
  expect(queued).toEqual([{ changes: [expect.objectContaining({ reminds: true })] }]);
  await local.passTime({ minutes: 2 });
  await local.deliver();
  expect(await local.inbox.files()).toEqual(files);
  await local.close();
});

it('is off without VISIT_REMINDERS', async () => {
  const quiet = await startTestApp({ TIME_ZONE: 'America/New_York' });
  const { browser } = await signIn(quiet, EMAIL);
  expect((await browser.get('/notification-preferences/events')).json()).not.toHaveProperty('visits');
  const orders = [order('1', visit(`${inDays(1)}T15:00:00Z`))];
  await importCustomers(quiet.database, JSON.stringify([{ email: EMAIL, orders }]));
  await queueReminders(quiet, evening);
  const queued = await quiet.database.selectFrom('outbox').select('id').where('kind', '=', 'order').execute();
  expect(queued).toEqual([]);
  await quiet.close();
});
