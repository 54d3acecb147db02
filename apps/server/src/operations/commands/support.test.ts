import { importCustomers } from '../../orders/import/import-customers';
import { recordAttempts, signInWithCode } from '../../testing/sign-in';
import { useTestApp } from '../../testing/test-app';
import { work } from './work';

const EMAIL = 'ann@example.com';
const PHONE = '+12025550123';

const portal = useTestApp();

type Name = Extract<keyof typeof work, `customer/${string}`>;

const context = () => ({ ...portal, keys: async () => portal.keys });

const does = <One extends Name>(name: One, given: object = { contact: EMAIL }) =>
  work[name](context(), given);

const ANN = {
  email: EMAIL,
  phone: PHONE,
  name: 'Ann Example',
  orders: [
    {
      ServiceOrderNbr: '000019',
      Description: 'Boiler',
      Status: 'Open',
      LastModifiedDateTime: '2026-03-09T15:40:00Z',
      events: [{ summary: 'Visit', body: '<p>At <b>nine</b></p><p>Bring the part</p>', created_by: 'Dana' }],
    },
  ],
};

beforeEach(async () => {
  await importCustomers(portal.database, JSON.stringify([ANN, { email: 'bob@example.com', name: 'Bob' }]));
});

/** The imported customer signs in. */
const signIn = async () => {
  const browser = portal.newBrowser();
  expect((await signInWithCode(portal, browser, EMAIL)).json()).toMatchObject({ success: true });
  return browser;
};

const ask = async (browser: Awaited<ReturnType<typeof portal.openBrowser>>, email = EMAIL) =>
  (await browser.post('/customer-login/email', { email })).statusCode;

const verify = async (browser: Awaited<ReturnType<typeof portal.openBrowser>>, code = '000000') =>
  (await browser.post('/customer-login/email/verify', { email: EMAIL, code })).json();

test.each(['nn EX', EMAIL, ' Ann@Example.com', '(202) 555-0123', '000019'])(
  'finds by name, address, number, or order: %s',
  async (text) => {
    expect(await does('customer/find', { text })).toEqual([
      {
        ...{ id: expect.any(String), name: 'Ann Example', blockedAt: null },
        ...{ email: 'a•••@example.com', phone: '•••• 0123' },
      },
    ]);
  },
);

test('finds nobody by what nobody has, and takes no pattern', async () => {
  for (const text of ['%', '_nn', 'eve@example.com', '000020', ''])
    expect(await does('customer/find', { text })).toEqual([]);
});

test('shows the last codes, wrong ones, sessions, and whom an import changed', async () => {
  const browser = await signIn();
  await portal.passTime({ minutes: 2 });
  const other = await portal.openBrowser('203.0.113.7');
  await ask(other);
  await verify(other);
  await portal.database
    .updateTable('outbox')
    .set({ status: 'dead', failure: '550 refused' })
    .where('status', '=', 'waiting')
    .execute();
  const shown = await does('customer/show');
  expect(shown).toMatchObject({
    ...{ name: 'Ann Example', email: EMAIL, phone: PHONE, wrongCodes: 1 },
    lastCodes: [
      { channel: 'email', status: 'dead', reason: '550 refused', at: expect.any(Date) },
      { channel: 'email', status: 'sent' },
    ],
    openSessions: [{ lastUsedAt: expect.any(Date) }],
    lastImports: [{ source: 'file', at: expect.any(Date) }],
  });
  await importCustomers(portal.database, JSON.stringify([{ email: EMAIL, name: 'Ann Example' }]));
  expect(await does('customer/show')).toMatchObject({ imports: { count: 1 } });
  expect((await browser.get('/auth-check')).statusCode).toBe(200);
});

test('shows locks with their end, and opens them, for new browsers and known ones', async () => {
  const browser = await signIn();
  await portal.passTime({ minutes: 2 });
  await recordAttempts(portal, `failures/${EMAIL}`, Array(10).fill(0));
  await recordAttempts(portal, `failures/browsers/${EMAIL}`, Array(30).fill(0));
  await browser.post('/logout');
  await ask(browser);
  const code = await portal.codeFor(EMAIL);
  expect(await verify(browser, code)).toMatchObject({ success: false });
  const shown = await work['customer/show'](context(), { contact: EMAIL });
  const locks = 'locks' in shown ? shown.locks : [];
  expect(locks).toMatchObject([
    { contact: EMAIL, browser: 'new', refuses: 'attempts' },
    { contact: EMAIL, browser: 'known', refuses: 'new codes' },
    { contact: EMAIL, browser: 'known', refuses: 'attempts' },
  ]);
  expect(locks[0]?.until.getTime()).toBeGreaterThan(Date.now() + 50 * 60_000);
  await does('customer/unlock');
  expect(await does('customer/show')).toMatchObject({ locks: [], wrongCodes: 0 });
  expect(await verify(browser, code)).toMatchObject({ success: true });
});

test('sends the browser that waits a new code, which works there alone', async () => {
  const browser = await portal.openBrowser();
  await ask(browser);
  const former = await portal.codeFor(EMAIL);
  await portal.passTime({ minutes: 11 });
  expect(await verify(browser, former)).toMatchObject({ success: false });
  expect(await does('customer/resend')).toMatchObject({ resent: { codes: 1, messages: 0 } });
  const code = await portal.codeFor(EMAIL);
  expect(code).not.toBe(former);
  expect(await verify(await portal.openBrowser(), code)).toMatchObject({ success: false });
  expect(await verify(browser, code)).toMatchObject({ success: true });
  expect(await does('customer/resend')).toEqual({ refusal: expect.stringMatching(/^Nothing failed/) });
});

test.each([
  ['dead', '550 refused', /failed: 550 refused\. Mend that, then resend\./],
  ['expired', '550 refused', /failed: 550 refused/],
  ['waiting', '421 busy', /is late: 421 busy/],
  ['over-budget', null, /SMS_DAILY_BUDGET is used up/],
  ['no-customer', null, /nobody could sign in with it then/],
  ['sent', null, undefined],
] as const)('says what became of the last code: %s', async (status, failure, finding) => {
  await ask(await portal.openBrowser());
  await portal.database.updateTable('outbox').set({ status, failure }).execute();
  const findings = finding === undefined ? [] : [expect.stringMatching(finding)];
  expect(await does('customer/show')).toMatchObject({ findings });
});

test('sends messages again that failed', async () => {
  const [ann] = await portal.database
    .selectFrom('customers')
    .where('email', '=', EMAIL)
    .select('id')
    .execute();
  await portal.database
    .insertInto('outbox')
    .values({
      ...{ kind: 'test', channel: 'email', recipient: '', status: 'dead', customer_id: ann?.id ?? null },
      ...{ failure: '550', settled_at: new Date(), expires_at: new Date() },
    })
    .execute();
  expect(await does('customer/resend')).toMatchObject({ resent: { codes: 0, messages: 1 } });
  await portal.deliver();
  expect(await does('customer/show')).toMatchObject({ messages: { sent: 1 } });
});

test('a blocked customer is signed out, and cannot be told from a stranger', async () => {
  const browser = await signIn();
  await portal.passTime({ minutes: 2 });
  await does('customer/block');
  expect((await browser.get('/auth-check')).statusCode).toBe(401);
  const findings = [expect.stringMatching(/^Blocked since .*: no code, no session\. Unblock/)];
  expect(await does('customer/show')).toMatchObject({ findings });
  const answers = [];
  for (const email of [EMAIL, 'nobody@example.com']) {
    const other = await portal.openBrowser('203.0.113.7');
    const former = await portal.codeFor(email);
    const asked = await other.post('/customer-login/email', { email });
    expect(await portal.codeFor(email)).toBe(former);
    const wrong = await other.post('/customer-login/email/verify', { email, code: '000000' });
    answers.push([asked.statusCode, asked.json(), wrong.statusCode, wrong.json()]);
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(await does('customer/resend')).toEqual({ refusal: expect.stringContaining('blocked') });
  await does('customer/unblock');
  await portal.passTime({ minutes: 2 });
  await signIn();
});

test('a code that a customer got before they were blocked signs nobody in', async () => {
  const browser = await portal.openBrowser();
  await ask(browser);
  const code = await portal.codeFor(EMAIL);
  const challenges = await portal.database.selectFrom('challenges').selectAll().execute();
  await does('customer/block');
  // As if the block had come between the look-up of the code and that of the customer.
  for (const { former: _, ...challenge } of challenges)
    await portal.database.insertInto('challenges').values(challenge).execute();
  expect(await verify(browser, code)).toMatchObject({ success: false });
});

test('a blocked customer who shares a number does not make it another customer’s', async () => {
  await importCustomers(portal.database, JSON.stringify([{ email: 'spouse@example.com', phone: PHONE }]));
  await does('customer/block');
  const browser = await portal.openBrowser();
  await browser.post('/customer-login/phone', { phone: PHONE });
  expect(await portal.codeFor(PHONE)).toBeUndefined();
});

test('shows the orders as the customer reads them, and nothing of others', async () => {
  expect(await does('customer/orders')).toMatchObject({
    orders: [
      { order: '000019', description: 'Boiler', status: 'Open', lastUpdated: expect.stringMatching(/^2026/) },
    ],
  });
  expect(await does('customer/orders', { contact: EMAIL, orderNbr: '000019' })).toMatchObject({
    orders: [{ events: [{ summary: 'Visit', by: 'Dana', text: ['At nine', 'Bring the part'] }] }],
  });
  const bob = { contact: 'bob@example.com', orderNbr: '000019' };
  expect(await does('customer/orders', bob)).toEqual({ refusal: 'The customer has no order 000019.' });
});
