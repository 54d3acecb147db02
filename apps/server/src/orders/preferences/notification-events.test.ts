import { importCustomers } from '../import/import-customers';
import type { Browser } from '../../testing/browser';
import { signIn } from '../../testing/sign-in';
import { useTestApp } from '../../testing/test-app';

const portal = useTestApp();
let browser: Browser;
beforeEach(async () => void ({ browser } = await signIn(portal, ANN)));

const EVENTS = '/notification-preferences/events';
const ANN = 'ann@example.com';

/** Imports orders of a customer, each with this status and this many events. */
const load = (Status: string, events: number, numbers: readonly string[], email = ANN) =>
  importCustomers(
    portal.database,
    JSON.stringify([
      {
        email,
        orders: numbers.map((ServiceOrderNbr) => ({
          ServiceOrderNbr,
          Status,
          events: ['Part ordered', 'Part arrived'].slice(0, events).map((summary) => ({ summary })),
        })),
      },
    ]),
  );

const mute = (serviceOrderNbr: string, muted = true, by = browser) =>
  by.post('/orders/mute', { serviceOrderNbr, muted });

/** The texts of the mails about orders that are sent after a minute. */
const mailed = async () => {
  const before = await portal.inbox.files();
  await portal.passTime({ minutes: 2 });
  await portal.deliver();
  const files = (await portal.inbox.files()).filter((file) => !before.includes(file));
  return Promise.all(files.map(portal.inbox.read));
};

test('a new customer is notified about both kinds of events, and no order is muted', async () => {
  expect((await browser.get(EVENTS)).json()).toEqual({
    status: true,
    entries: true,
    isReached: true,
    mutedOrders: [],
  });
  await portal.database.updateTable('customers').set({ notify_email: false }).execute();
  expect((await browser.get(EVENTS)).json()).toMatchObject({ isReached: false });
});

test.each([
  [{ status: true, entries: true }, ['Completed', 'Part arrived']],
  [{ status: true, entries: false }, ['Completed']],
  [{ status: false, entries: true }, ['Part arrived']],
])('with %j, a message about a changed order names %j', async (events, named) => {
  expect((await browser.post(EVENTS, events)).json()).toEqual({ success: true });
  expect((await browser.get(EVENTS)).json()).toMatchObject(events);
  await load('Open', 1, ['1']);
  await load('Completed', 2, ['1']);
  const [mail = '', ...others] = await mailed();
  expect(others).toEqual([]);
  expect(['Completed', 'Part arrived'].filter((text) => mail.includes(text))).toEqual(named);
});

test('with neither, sends nothing', async () => {
  await browser.post(EVENTS, { status: false, entries: false });
  await load('Open', 1, ['1']);
  await load('Completed', 2, ['1']);
  expect(await mailed()).toEqual([]);
});

test('leaves out a muted order, also one muted after its message was queued, until it is unmuted', async () => {
  await load('Open', 0, ['000001', '000002', '000003']);
  for (const number of ['000001', '000001', '000002']) await mute(number);
  expect((await browser.get(EVENTS)).json()).toMatchObject({ mutedOrders: ['000002', '000001'] });
  await load('On Hold', 0, ['000001', '000002', '000003']);
  const [mail = '', ...others] = await mailed();
  expect(others).toEqual([]);
  expect(mail).toContain('000003');
  expect(mail).not.toMatch(/000001|000002/);
  await load('Completed', 0, ['000003']);
  await mute('000003');
  expect(await mailed()).toEqual([]);
  await mute('000001', false);
  await mute('000001', false);
  await load('Closed', 0, ['000001', '000002', '000003']);
  expect(await mailed()).toEqual([expect.stringContaining('000001')]);
});

test('another customer’s order cannot be muted, and one that moved away is not shown', async () => {
  await load('Open', 0, ['1']);
  await load('Open', 0, ['2'], 'ben@example.com');
  for (const number of ['1', '2', '3']) expect((await mute(number)).statusCode).toBe(200);
  expect((await browser.get(EVENTS)).json()).toMatchObject({ mutedOrders: ['1'] });
  const ben = portal.database.selectFrom('customers').select('id').where('email', '=', 'ben@example.com');
  await portal.database.updateTable('orders').set({ customer_id: ben }).execute();
  expect((await browser.get(EVENTS)).json()).toMatchObject({ mutedOrders: [] });
});

test('needs a session, and bodies of nothing but their fields', async () => {
  for (const body of [
    {},
    [],
    { status: true },
    { status: true, entries: 1 },
    { status: true, entries: true, x: 1 },
  ])
    expect((await browser.post(EVENTS, body)).statusCode).toBe(400);
  for (const body of [{}, { serviceOrderNbr: '1' }, { serviceOrderNbr: 'a\0', muted: true }, { muted: true }])
    expect((await browser.post('/orders/mute', body)).statusCode).toBe(400);
  const stranger = portal.newBrowser();
  await stranger.open();
  expect((await stranger.get(EVENTS)).statusCode).toBe(401);
  expect((await stranger.post(EVENTS, { status: true, entries: true })).statusCode).toBe(401);
  expect((await mute('1', true, stranger)).statusCode).toBe(401);
});
