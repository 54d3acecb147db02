import { setTimeout as sleep } from 'node:timers/promises';
import {
  CREDENTIALS,
  startFakeAcumatica,
  type FakeAcumatica,
} from '../../../../../e2e/acumatica/fake-acumatica';
import { PUSH_TOKEN } from './testing/erp';
import { startTestApp, type TestApp } from '../../testing/test-app';

/** The portal as it runs: its own worker synchronizes with the ERP. */

let fake: FakeAcumatica;
let portal: TestApp;
beforeAll(async () => {
  fake = await startFakeAcumatica();
  fake.addOrder('000019', { 'Contact/Email': 'ann@example.com', Description: 'Boiler repair' });
  portal = await startTestApp({
    ACUMATICA_URL: fake.url,
    ACUMATICA_TENANT: CREDENTIALS.tenant,
    ACUMATICA_USER: CREDENTIALS.user,
    ACUMATICA_PASSWORD: CREDENTIALS.password,
    ACUMATICA_PUSH_TOKEN: PUSH_TOKEN,
    ACUMATICA_REQUESTS_PER_MINUTE: '9999',
  });
  const address = await portal.app.listen({ port: 0 });
  fake.options.push = { url: `${address}/hooks/acumatica`, token: PUSH_TOKEN };
});
afterAll(async () => {
  await portal.close();
  expect(fake.openSessions()).toBe(0);
  await fake.stop();
});

/** Waits until something is there. */
const until = async <Found>(find: () => Promise<Found | undefined | false>): Promise<Found> => {
  for (let tries = 0; tries < 400; tries += 1) {
    const found = await find();
    if (found) return found;
    await sleep(50);
  }
  throw new Error(`It did not come: ${find.toString()}`);
};

const state = () => portal.database.selectFrom('erp_sync').selectAll().executeTakeFirst();

test('a customer sees a pushed change, and without the ERP the orders with their age', async () => {
  await until(async () => (await state())?.fresh_at ?? undefined);
  const browser = await portal.openBrowser();
  const email = 'ann@example.com';
  await browser.post('/customer-login/email', { email });
  // The portal's own worker sends it.
  const code = await until(() => portal.inbox.codeFor(email));
  await browser.post('/customer-login/email/verify', { email, code });
  const get = () => browser.get('/serviceOrder/get?serviceOrderNbr=000019');
  const before = await get();
  expect(before.json()).toMatchObject([
    { Description: { value: 'Boiler repair' }, Status: { value: 'Open' } },
  ]);
  expect(before.headers['portal-orders-of']).toBeUndefined();

  const changedAt = Date.now();
  fake.changeOrder('000019', { Status: 'Completed' });
  await until(async () => (await get()).body.includes('Completed'));
  expect(Date.now() - changedAt).toBeLessThan(15_000);
  expect(
    await portal.database.selectFrom('outbox').selectAll().where('kind', '=', 'order').execute(),
  ).toHaveLength(1);

  fake.state.isDown = true;
  const twoHoursAgo = new Date(Date.now() - 7_200_000);
  await portal.database.updateTable('erp_sync').set({ fresh_at: twoHoursAgo }).execute();
  const list = await until(async () => {
    const response = await browser.get('/serviceOrder/list');
    return response.headers['portal-orders-of'] !== undefined && response;
  });
  expect(list.headers['portal-orders-of']).toBe(twoHoursAgo.toISOString());
  expect(list.json()).toHaveLength(1);
  fake.state.isDown = false;
});
