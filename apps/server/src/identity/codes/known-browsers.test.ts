import { hashToken } from '../../platform/crypto/secrets';
import type { Browser } from '../../testing/browser';
import { receiveCode, recordAttempts, signIn, signInWithCode } from '../../testing/sign-in';
import { startTestApp, useTestApp } from '../../testing/test-app';
import { execute } from '../../testing/test-database';

const portal = useTestApp({ SMS_DAILY_BUDGET: '5' });

const email = 'ann@example.com';
const phone = '+12025550123';

const ask = async (browser: Browser, body: object = { email }, channel = 'email') =>
  browser.post(`/customer-login/${channel}`, body);

const askAsStranger = async (index: number, address = email) => {
  const stranger = await portal.openBrowser(`203.0.113.${index}`);
  return ask(stranger, { email: address });
};

const codeOf = (address = email) => portal.codeFor(address);

const verify = async (browser: Browser, code: string | undefined, address = email) =>
  browser.post('/customer-login/email/verify', { email: address, code });

/** Signs in again, with the code that this browser requests. */
const signInAgain = async (browser: Browser) => {
  // First deliver the codes that strangers requested.
  await portal.deliver();
  await ask(browser);
  return (await verify(browser, await codeOf())).json().success;
};

/** A browser that signed in and out, some days ago. */
const knownBrowser = async () => {
  const { browser } = await signIn(portal, email, '198.51.100.7');
  await browser.post('/logout');
  await portal.passTime({ days: 3 });
  return browser;
};

const times = (count: number) => Array<number>(count).fill(0);
const cookieOf = (browser: Browser) => browser.cookies.get('known_browser') ?? '';

test('strangers who use up the codes and the wrong codes of the day do not lock out a known browser', async () => {
  const browser = await knownBrowser();
  const stranger = await portal.openBrowser();
  await ask(stranger);
  await recordAttempts(portal, `codes/${email}`, times(10));
  await recordAttempts(portal, `failures/${email}`, times(20));
  expect((await askAsStranger(10)).statusCode).toBe(429);
  expect((await verify(stranger, 'guess')).statusCode).toBe(429);
  expect(await signInAgain(browser)).toBe(true);
});

test('strangers who use up the codes of the customer’s network do not lock out a known browser', async () => {
  const limited = await startTestApp({ LIMIT_CODES_IPV4: '1/10m' });
  const { browser } = await signIn(limited, email, '198.51.100.7');
  const neighbor = await limited.openBrowser('198.51.100.7');
  expect((await ask(neighbor, { email: 'bob@example.com' })).statusCode).toBe(429);
  expect((await ask(browser)).statusCode).toBe(200);
  await limited.close();
});

test('a stranger’s request neither voids a delivered code nor holds back a queued one', async () => {
  await portal.addCustomer({ email });
  const customer = portal.newBrowser('198.51.100.7');
  const code = await receiveCode(portal, customer, email);
  await portal.passTime({ seconds: 61 });
  expect((await askAsStranger(1)).statusCode).toBe(200);
  expect((await verify(customer, code)).json().success).toBe(true);

  await portal.passTime({ hours: 1 });
  await ask(customer);
  await portal.passTime({ seconds: 61 });
  await askAsStranger(2);
  await portal.deliver();
  const queued = portal.database.selectFrom('outbox').select('status').orderBy('created_at', 'desc').limit(2);
  expect(await queued.execute()).toEqual([{ status: 'sent' }, { status: 'sent' }]);
});

test('a known browser has limits too, which lock only that browser', async () => {
  const browser = await knownBrowser();
  const name = hashToken(cookieOf(browser));
  await ask(browser);
  const code = await codeOf();
  await recordAttempts(portal, `failures/browser/${name}`, times(10));
  await recordAttempts(portal, `codes/browser/${name}`, times(9));
  const locked = await verify(browser, code);
  expect([locked.statusCode, locked.json().message]).toEqual([
    429,
    'Too many wrong codes. Please try again in 24 hours.',
  ]);
  expect((await ask(browser)).statusCode).toBe(429);
  const another = portal.newBrowser();
  expect((await verify(another, await receiveCode(portal, another, email))).json().success).toBe(true);
});

test('an attempt that a limit rejects does not use up the code', async () => {
  const browser = await knownBrowser();
  await recordAttempts(portal, `failures/browsers/${email}`, times(30));
  await ask(browser);
  const code = await codeOf();
  for (let attempts = 0; attempts < 6; attempts++) expect((await verify(browser, code)).statusCode).toBe(429);
  await portal.database.deleteFrom('limit_hits').where('key', 'like', 'failures/%').execute();
  expect((await verify(browser, code)).json().success).toBe(true);
});

describe('the cookie', () => {
  /** Whether the browser has its own limit when strangers have used up theirs. */
  const isKnown = async (browser: Browser, address = email) => {
    await recordAttempts(portal, `codes/${address}`, times(10));
    await browser.open();
    const { statusCode } = await ask(browser, { email: address });
    await portal.database.deleteFrom('limit_hits').execute();
    return statusCode === 200;
  };

  test('is replaced at each sign-in, which invalidates the previous one', async () => {
    const browser = await knownBrowser();
    const former = cookieOf(browser);
    expect(await isKnown(browser)).toBe(true);
    await signInAgain(browser);
    expect(cookieOf(browser)).not.toBe(former);
    expect(await isKnown(browser)).toBe(true);
    browser.cookies.set('known_browser', former);
    expect(await isKnown(browser)).toBe(false);
  });

  test('is hidden from scripts, lasts 400 days, and does not name the customer', async () => {
    await portal.addCustomer({ email });
    const browser = portal.newBrowser();
    const response = await verify(browser, await receiveCode(portal, browser, email));
    const cookie = response.cookies.find(({ name }) => name === 'known_browser');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 34_560_000 });
    expect(cookie?.value).toMatch(/^[\w-]{43}$/);
    await portal.passTime({ days: 399 });
    expect(await isKnown(browser)).toBe(true);
    await portal.passTime({ days: 1 });
    expect(await isKnown(browser)).toBe(false);
  });

  test('does not work for another customer', async () => {
    const browser = await knownBrowser();
    await portal.addCustomer({ email: 'bob@example.com' });
    expect(await isKnown(browser, 'bob@example.com')).toBe(false);
  });

  test.each([
    ['made up', () => 'n'.repeat(43)],
    ['malformed', () => 'of-the-company'],
    ['too long', (cookie: string) => Array(100).fill(cookie).join('~')],
  ])('is ignored when it is %s', async (_what, change) => {
    const browser = await knownBrowser();
    browser.cookies.set('known_browser', change(cookieOf(browser)));
    expect(await isKnown(browser)).toBe(false);
  });

  test('works for each member of a family that shares the browser, also among invalid ones', async () => {
    const browser = await knownBrowser();
    const other = 'bob@example.com';
    await portal.addCustomer({ email: other });
    browser.cookies.set(
      'known_browser',
      `${['a', 'b', 'c'].map((one) => one.repeat(43)).join('~')}~${cookieOf(browser)}`,
    );
    await verify(browser, await receiveCode(portal, browser, other), other);
    await browser.post('/logout');
    for (const member of [email, other]) expect(await isKnown(browser, member)).toBe(true);
  });

  test('is kept for ten browsers per address: the eleventh replaces the oldest', async () => {
    const oldest = await knownBrowser();
    const others = `select 'browser ' || i, identifier, customer_id from known_browsers, generate_series(1, 9) as i`;
    await execute(portal.database, `insert into known_browsers ${others}`);
    const eleventh = portal.newBrowser();
    await signInWithCode(portal, eleventh, email);
    expect([await isKnown(oldest), await isKnown(eleventh)]).toEqual([false, true]);
  });
});

test('reserves a fifth of the SMS budget for known browsers', async () => {
  const askByPhone = async (number: string, browser = portal.newBrowser()) => {
    await browser.open();
    expect((await ask(browser, { phone: number }, 'phone')).statusCode).toBe(200);
    return browser;
  };
  for (const number of [phone, '+12025550101']) await portal.addCustomer({ phone: number });
  const browser = await askByPhone(phone);
  await browser.post('/customer-login/phone/verify', { phone, code: await codeOf(phone) });
  await browser.post('/logout');
  await portal.passTime({ days: 3 });

  await portal.database
    .insertInto('budget_hours')
    .values({ key: 'sms', hour: new Date(), count: 4 })
    .execute();
  await askByPhone('+12025550101');
  expect(await codeOf('+12025550101')).toBeUndefined();
  await askByPhone(phone, browser);
  const response = await browser.post('/customer-login/phone/verify', { phone, code: await codeOf(phone) });
  expect(response.json().success).toBe(true);
});
