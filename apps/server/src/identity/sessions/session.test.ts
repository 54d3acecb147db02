import type { Browser } from '../../testing/browser';
import { signIn, signInWithCode } from '../../testing/sign-in';
import { useTestApp, type TestApp } from '../../testing/test-app';
import { execute } from '../../testing/test-database';

const portal = useTestApp();

const email = 'ann@example.com';
let browser: Browser;
let customerId: string;
beforeEach(async () => void ({ browser, customerId } = await signIn(portal, email)));

test('the auth check returns the customer with masked contacts', async () => {
  const response = await browser.get('/auth-check');
  expect(response.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(response.json()).toEqual({
    success: true,
    customer: { name: null, contacts: { email: 'a•••@example.com', phone: null } },
  });
});

test('a session ends after 24 hours without use, or seven days, however much it is used', async () => {
  const isSignedInAfter = async (span: Parameters<TestApp['passTime']>[0]) => {
    await portal.passTime(span);
    return (await browser.get('/auth-check')).statusCode === 200;
  };
  for (let day = 0; day < 7; day++) expect(await isSignedInAfter({ hours: 23 })).toBe(true);
  expect(await isSignedInAfter({ hours: 8 })).toBe(false);
  await portal.passTime({ seconds: 61 });
  await signInWithCode(portal, browser, email);
  expect(await isSignedInAfter({ hours: 24, seconds: 1 })).toBe(false);
});

test('signing in again gives a new session and ends the old one', async () => {
  const old = browser.cookies.get('session_token') ?? '';
  await portal.passTime({ seconds: 61 });
  expect((await signInWithCode(portal, browser, email)).json().success).toBe(true);
  expect(browser.cookies.get('session_token')).not.toBe(old);
  browser.cookies.set('session_token', old);
  expect((await browser.get('/auth-check')).statusCode).toBe(401);
});

test('an invented token is rejected and cleared', async () => {
  browser.cookies.set('session_token', 'x'.repeat(43));
  expect((await browser.get('/auth-check')).json()).toEqual({
    success: false,
    message: 'You are not signed in. Sign in and try again.',
  });
  expect(browser.cookies.has('session_token')).toBe(false);
});

test('a customer whose session expired can sign in again from the same page', async () => {
  await portal.passTime({ hours: 25 });
  expect((await browser.post('/customer-login/email', { email })).statusCode).toBe(200);
  await portal.passTime({ seconds: 61 });
  expect((await signInWithCode(portal, browser, email)).json().success).toBe(true);
});

test('signing out in one browser leaves another signed in', async () => {
  await portal.passTime({ seconds: 61 });
  const phone = portal.newBrowser();
  await signInWithCode(portal, phone, email);
  await browser.post('/logout');
  expect((await phone.get('/auth-check')).statusCode).toBe(200);
  const sessions = await portal.database.selectFrom('sessions').select('customer_id').execute();
  expect(sessions).toEqual([{ customer_id: customerId }]);
});

test('reads within a sixtieth of the idle time write nothing', async () => {
  const lastSeen = async () =>
    (await portal.database.selectFrom('sessions').select('last_seen_at').executeTakeFirstOrThrow())
      .last_seen_at;
  await portal.passTime({ minutes: 23 });
  const before = await lastSeen();
  await browser.get('/auth-check');
  expect(await lastSeen()).toEqual(before);
  await portal.passTime({ minutes: 2 });
  await browser.get('/auth-check');
  expect((await lastSeen()).getTime()).toBeGreaterThan(before.getTime());
});

// A setting of the connection, and only the embedded database has a single one.
(process.env['TEST_DATABASE_URL'] ? test.skip : test)(
  'customers go on reading while the database is read-only, and no replica is ready',
  async () => {
    await portal.passTime({ minutes: 25 });
    const set = (value: string) => execute(portal.database, `set default_transaction_read_only = ${value}`);
    const statusOf = async (path: string) => [path, (await browser.get(path)).statusCode];
    const save = async () =>
      (await browser.post('/serviceOrder/update-notification-status', { email: true, sms: false }))
        .statusCode;
    await set('on');
    for (const path of [
      '/auth-check',
      '/serviceOrder/list',
      '/serviceOrder/get-notification-status',
      '/sessions',
    ])
      expect(await statusOf(path)).toEqual([path, 200]);
    expect(await statusOf('/readyz')).toEqual(['/readyz', 503]);
    expect(await save()).toBe(503);
    await set('off');
    expect(await save()).toBe(200);
  },
);
