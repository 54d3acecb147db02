import { randomUUID } from 'node:crypto';
import type { AuditEvent } from '../../platform/audit/audit';
import { work } from '../../operations/commands/work';
import { receiveOrders } from '../../orders/webhook/hook';
import { importCustomers } from '../../orders/import/import-customers';
import { receiveCode, recordAttempts, signIn } from '../../testing/sign-in';
import { useTestApp } from '../../testing/test-app';
import { dumpTables } from '../../testing/test-database';

const EMAIL = 'ann@example.com';
const PHONE = '+12025550123';

const portal = useTestApp({ ORDERS_WEBHOOK_TOKEN: 'a'.repeat(16) });

/** What work gets. */
const context = () => ({ ...portal, keys: async () => portal.keys });

const dump = () => dumpTables(portal.database);

const CALL = { summary: 'Call', body: `mailto:${EMAIL}` };

const recordOf = (person: object, orderNbr: string, Status: string) =>
  JSON.stringify([{ ...person, orders: [{ ServiceOrderNbr: orderNbr, Status, events: [CALL] }] }]);

let browser: Awaited<ReturnType<typeof signIn>>['browser'];
let customerId: string;

/** A customer with rows in every table: signed in, with pending codes, messages, and deliveries from an ERP. */
beforeEach(async () => {
  const ann = { email: EMAIL, phone: PHONE, name: 'Ann Example' };
  ({ browser, customerId } = await signIn(portal, EMAIL));
  await importCustomers(portal.database, recordOf(ann, '000019', 'Open'));
  await receiveOrders(portal.database, JSON.parse(recordOf(ann, '000019', 'Completed')), {
    id: 'Ann@Example.com-42',
  });
  await browser.post('/notification-preferences/test', {});
  await browser.post('/notification-preferences/events', { status: true, entries: false });
  await browser.post('/orders/mute', { serviceOrderNbr: '000019', muted: true });
  const answer = await portal.database
    .insertInto('answers')
    .values({ customer_id: customerId, order_nbr: '000019', key: customerId, message: 'Yes' })
    .returning('id as answer_id')
    .executeTakeFirstOrThrow();
  await portal.database
    .insertInto('erp_contacts')
    .values({ id: '100', account: 'C1', email: EMAIL, name: 'Ann' })
    .execute();
  await portal.database
    .insertInto('erp_files')
    .values({ order_nbr: '000019', id: randomUUID(), name: 'Report.pdf' })
    .execute();
  const photo = { name: 'pump.jpg', type: 'image/jpeg', content: Buffer.from('') };
  await portal.database
    .insertInto('answer_files')
    .values({ customer_id: customerId, ...answer, ...photo })
    .execute();
  // A part counts these.
  for (const kind of ['answers', 'answer-files']) await recordAttempts(portal, `${kind}/${customerId}`, [0]);
  const stranger = await portal.openBrowser('203.0.113.7');
  await stranger.post('/customer-login/phone', { phone: PHONE });
  await stranger.post('/customer-login/phone/verify', { phone: PHONE, code: '000000' });
  const bob = { email: 'bob@example.com', name: 'Bob' };
  await importCustomers(portal.database, recordOf(bob, '000020', 'Open').replace(EMAIL, ''));
});

test('shows a summary, with the contacts in full', async () => {
  const shown = await work['customer/show'](context(), { contact: EMAIL });
  expect(shown).toMatchObject({
    email: EMAIL,
    phone: PHONE,
    blockedAt: null,
    preferences: { email: true, sms: false },
    events: { status: true, entries: false },
    mutedOrders: { count: 1 },
    orders: { count: 1 },
    imports: { count: 2 },
    sessions: { count: 1, newest: expect.any(Date) },
    knownBrowsers: { count: 1 },
    messages: { waiting: 1, queued: 2, sent: 1 },
    pendingCodes: { count: 1 },
  });
  expect(JSON.stringify(shown)).not.toMatch(/token|code_hash|bob@/);
});

test('exports everything except secrets', async () => {
  const exported = await work['customer/export'](context(), { contact: EMAIL });
  expect(exported).toMatchObject({
    customer: {
      ...{ email: EMAIL, phone: PHONE, name: 'Ann Example', language: null, signed_in_at: expect.any(Date) },
      events: { status: true, entries: false, visits: true },
    },
    mutedOrders: [{ order_nbr: '000019' }],
    orders: [
      { order_nbr: '000019', document: { Status: { value: 'Completed' } }, events: [{ summary: 'Call' }] },
    ],
    sessions: [{ system: null, country: null, created_at: expect.any(Date) }],
    knownBrowsers: [{ identifier: EMAIL }],
  });
  // A new table with rows about customers needs one of this customer, here and in every other test.
  expect(Object.entries(exported).filter(([, rows]) => Array.isArray(rows) && rows.length === 0)).toEqual([]);
  const text = JSON.stringify(exported);
  expect(text).toContain(`failures/${PHONE}`);
  expect(text).not.toMatch(/hash|"content"|000020/);
});

test('records each look and each change', async () => {
  const events: AuditEvent[] = [];
  const audit = (event: AuditEvent) => void events.push(event);
  const looks = ['show', 'orders', 'export', 'unlock'] as const;
  for (const name of [...looks, 'block', 'unblock', 'sign-out', 'erase', 'erase'] as const)
    await work[`customer/${name}`](context(), { contact: EMAIL }, audit);
  const line = { event: 'customer', customerId, contact: { channel: 'email', address: EMAIL } };
  const outcomes = ['shown', 'orders-shown', 'exported', 'unlocked'];
  expect(events).toEqual(
    [...outcomes, 'blocked', 'unblocked', 'signed-out', 'erased'].map((outcome) => ({ ...line, outcome })),
  );
});

test('shows a shared phone number, and asks for the email address of one of its customers', async () => {
  await importCustomers(portal.database, JSON.stringify([{ email: 'spouse@example.com', phone: PHONE }]));
  expect(await work['customer/show'](context(), { contact: EMAIL })).toMatchObject({ sharingPhone: 1 });
  expect(await work['customer/erase'](context(), { contact: PHONE })).toEqual({
    refusal: `${PHONE} belongs to 2 customers: ${EMAIL}, spouse@example.com. Name one by email address.`,
  });
});

test('signing out ends sessions, known browsers, and pending codes, of this customer alone', async () => {
  await receiveCode(portal, portal.newBrowser('203.0.113.8'), 'bob@example.com');
  expect(await work['customer/sign-out'](context(), { contact: EMAIL })).toMatchObject({
    removed: { sessions: 1, knownBrowsers: 1 },
  });
  expect((await browser.get('/auth-check')).statusCode).toBe(401);
  const none = { count: 0 };
  expect(await work['customer/show'](context(), { contact: EMAIL })).toMatchObject({
    ...{ sessions: none, knownBrowsers: none, pendingCodes: none, orders: { count: 1 } },
  });
  expect(await dump()).toContainEqual(expect.stringMatching(/^challenges: .*bob@example\.com/));
});

test.each([EMAIL, PHONE])(
  'erases everything of the customer with %s, and keeps other customers',
  async (text) => {
    const before = await dump();
    expect(before.filter((row) => /ann@example\.com|2025550123/i.test(row)).length).toBeGreaterThan(8);
    const response = await work['customer/erase'](context(), { contact: text });
    expect(response).toMatchObject({
      email: 'a•••@example.com',
      removed: {
        customers: 1,
        orders: 1,
        mutedOrders: 1,
        answers: 1,
        answerFiles: 1,
        sessions: 1,
        messages: 4,
        imports: 2,
      },
    });
    const after = await dump();
    expect(after.join('\n')).not.toMatch(new RegExp(`ann@|2025550123|Ann Example|${customerId}`, 'i'));
    expect(after).toContainEqual(expect.stringMatching(/^orders: .*000020/));
    expect(await work['customer/erase'](context(), { contact: EMAIL })).toEqual({
      refusal: `No customer has ${EMAIL}. Check the spelling; phone numbers need their country code.`,
    });
  },
);

describe('after a restore', () => {
  const lineOf = (event: string, fields: object) => ({ time: 1, event, customerId, ...fields });
  const repeat = (...lines: object[]) => work['customer/repeat'](context(), lines);

  test('erases again who was erased since the backup, and nobody else', async () => {
    const erased = lineOf('customer', { outcome: 'erased' });
    expect(await repeat(erased)).toEqual({ erased: 1, blocked: 0, chosen: 0 });
    const left = (await dump()).join('\n');
    expect(left).not.toMatch(new RegExp(`ann@|2025550123|Ann Example|${customerId}`, 'i'));
    expect(left).toContain('bob@example.com');
    expect(await repeat(erased)).toEqual({ erased: 0, blocked: 0, chosen: 0 });
  });

  test('blocks again who was blocked since, unless they were unblocked', async () => {
    const blocked = lineOf('customer', { outcome: 'blocked' });
    const shown = () => work['customer/show'](context(), { contact: EMAIL });
    expect(await repeat(blocked)).toEqual({ erased: 0, blocked: 1, chosen: 0 });
    expect(await shown()).toMatchObject({ blockedAt: expect.any(Date) });
    expect((await browser.get('/auth-check')).statusCode).toBe(401);
    await repeat(blocked, lineOf('customer', { outcome: 'unblocked' }));
    expect(await shown()).toMatchObject({ blockedAt: null });
  });

  test('restores the last choices of a customer, and leaves the others', async () => {
    const chosen = [
      { email: true, sms: true },
      { email: false },
      { status: false, entries: true, visits: false },
      { orderNbr: '000019', muted: false },
      { language: 'de' },
    ];
    const lines = chosen.map((choices) => lineOf('preferences', { outcome: 'saved', ...choices }));
    expect(await repeat(...lines)).toEqual({ erased: 0, blocked: 0, chosen: 1 });
    expect(await work['customer/show'](context(), { contact: EMAIL })).toMatchObject({
      preferences: { email: false, sms: true },
      events: { status: false, entries: true, visits: false },
      mutedOrders: { count: 0 },
    });
  });
});
