import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CREDENTIALS,
  startFakeAcumatica,
  type FakeAcumatica,
} from '../../../../../e2e/acumatica/fake-acumatica';
import { createSessions } from '../../identity/sessions/session-store';
import { startSmtpInbox } from '../../testing/smtp-inbox';
import { startTestApp, type TestApp } from '../../testing/test-app';

/** The portal as it runs: its own workers deliver what a customer writes to a mail server, a webhook, and an ERP. */

const PUSH_TOKEN = 'the-token-of-the-erp';

let inbox: Awaited<ReturnType<typeof startSmtpInbox>>;
let erp: FakeAcumatica;
let portal: TestApp;
const posted: string[] = [];
const receiver = createServer((request, response) => {
  void readText(request).then((body) => {
    posted.push(body);
    response.end();
  });
});

beforeAll(async () => {
  inbox = await startSmtpInbox();
  erp = await startFakeAcumatica();
  erp.addOrder('000019', { 'Contact/Email': 'ann@example.com', Description: 'Boiler repair' });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  portal = await startTestApp({
    SMTP_URL: inbox.url,
    MAIL_FROM: 'portal@acme.test',
    ANSWERS_EMAIL: 'service@acme.test',
    ANSWERS_WEBHOOK_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
    ANSWERS_WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
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
  await inbox.close();
  await erp.stop();
  receiver.close().closeAllConnections();
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

test('a message reaches mail, webhook, and ERP within seconds, and the customer sees it once, as received', async () => {
  const browser = await openBrowser();
  const given = { serviceOrderNbr: '000019', text: 'When do you come?', key: randomUUID() };
  expect((await browser.post('/orders/answer', given)).statusCode).toBe(200);

  const eventsSeen = async () => {
    const [shown] = (await browser.get('/serviceOrder/get?serviceOrderNbr=000019')).json<
      { events: { summary: string; answer?: { received: boolean } }[] }[]
    >();
    return shown?.events ?? [];
  };
  await until(async () => (await eventsSeen()).some(({ answer }) => answer?.received));
  await until(async () => inbox.received.some(({ recipients }) => recipients.includes('service@acme.test')));
  expect(posted.map((body) => JSON.parse(body).data)).toMatchObject([
    { serviceOrderNbr: '000019', description: 'Boiler repair', question: null, text: 'When do you come?' },
  ]);
  const written = () => erp.activitiesOf(erp.orders()[0]?.id ?? '');
  await until(async () => written().length > 0);
  expect(written()).toMatchObject([{ fields: { Summary: 'Message about order 000019', Internal: false } }]);

  // The synchronization reads the reply of the company, and the activity of the portal with it.
  erp.addActivity('000019', { Summary: 'We come on Friday' });
  await until(async () => (await eventsSeen()).some(({ summary }) => summary === 'We come on Friday'));
  expect((await eventsSeen()).map(({ summary }) => summary).sort()).toEqual([
    'We come on Friday',
    'Your message',
  ]);
}, 90_000);

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
