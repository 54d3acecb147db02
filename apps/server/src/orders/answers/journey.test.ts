import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CREDENTIALS,
  startFakeAcumatica,
  type FakeAcumatica,
} from '../../../../../e2e/acumatica/fake-acumatica';
import { createSessions } from '../../identity/sessions/session-store';
import { startTestApp, type TestApp } from '../../testing/test-app';

/** The portal as it runs: its own workers deliver what a customer writes to an ERP. */

const PUSH_TOKEN = 'the-token-of-the-erp';

let erp: FakeAcumatica;
let portal: TestApp;
beforeAll(async () => {
  erp = await startFakeAcumatica();
  erp.addOrder('000019', { 'Contact/Email': 'ann@example.com', Description: 'Boiler repair' });
  portal = await startTestApp({
    ACUMATICA_URL: erp.url,
    ACUMATICA_TENANT: CREDENTIALS.tenant,
    ACUMATICA_USER: CREDENTIALS.user,
    ACUMATICA_PASSWORD: CREDENTIALS.password,
    ACUMATICA_PUSH_TOKEN: PUSH_TOKEN,
    ACUMATICA_REQUESTS_PER_MINUTE: '9999',
  });
  const address = await portal.app.listen({ port: 0 });
  erp.options.push = { url: `${address}/hooks/acumatica`, token: PUSH_TOKEN };
});
afterAll(async () => {
  await portal.close();
  await erp.stop();
});

/** Waits until it is there. */
const until = async <Found>(find: () => Promise<Found | undefined | false>): Promise<Found> => {
  for (let tries = 0; tries < 600; tries += 1) {
    const found = await find();
    if (found) return found;
    await sleep(50);
  }
  throw new Error(`It did not come: ${find.toString()}`);
};

/** Somebody signed in as Ann. */
const openBrowser = async () => {
  const order = await until(() =>
    portal.database.selectFrom('orders').select('customer_id').executeTakeFirst(),
  );
  const browser = portal.newBrowser();
  const sessions = createSessions(portal.database, { idleMinutes: 60, absoluteHours: 1 });
  browser.cookies.set('session_token', await sessions.open(order.customer_id));
  await browser.open();
  return browser;
};

test('an answer that waits goes to the record that it is about, not to another with its number', async () => {
  const browser = await openBrowser();
  const write = async (text: string) => {
    erp.options.isReadOnly = true;
    const given = { serviceOrderNbr: '000019', text, key: randomUUID() };
    expect((await browser.post('/orders/answer', given)).statusCode).toBe(200);
    await until(async () => (await waiting())?.failure?.includes('403'));
  };
  const waiting = () =>
    portal.database
      .selectFrom('answer_deliveries')
      .selectAll()
      .where('target', '=', 'erp')
      .where('delivered_at', 'is', null)
      .executeTakeFirst();
  const [first] = erp.orders();
  const shownRecord = async () => {
    const shown = portal.database.selectFrom('erp_orders').select('record').where('shown', '=', true);
    return (await shown.executeTakeFirst())?.record;
  };
  const textsOf = (record: string) =>
    erp.activitiesOf(record).map(({ fields }) => String(fields['Body']).replace(/<.*?>/g, ''));

  await write('Is it the pump?');
  erp.changeOrder('000019', { 'Contact/Email': undefined });
  const other = erp.addOrder('000019', { ServiceOrderType: 'RMA', 'Contact/Email': 'ann@example.com' });
  await until(async () => (await shownRecord()) === other);
  erp.options.isReadOnly = false;
  await until(async () => !(await waiting()));
  expect(textsOf(first?.id ?? '')).toContainEqual(expect.stringContaining('Is it the pump?'));

  await write('Or the valve?');
  erp.removeOrder('000019');
  const again = erp.addOrder('000019', { ServiceOrderType: 'RMA', 'Contact/Email': 'ann@example.com' });
  await until(async () => (await shownRecord()) === again);
  erp.options.isReadOnly = false;
  await until(async () => (await waiting())?.failure?.includes('no longer has the order'));
  expect([...textsOf(other), ...textsOf(again)]).toEqual([]);
}, 90_000);
