import { receiveCode, wrongCode } from '../testing/sign-in';
import { startTestApp, type TestApp } from '../testing/test-app';

let portal: TestApp;
beforeAll(async () => void (portal = await startTestApp({ SMS_DAILY_BUDGET: '2' })));
beforeEach(() => portal.empty());
afterAll(() => portal.close());

const email = 'ann@example.com';

const askByMail = async (address: string, ip?: string) => {
  const browser = portal.newBrowser(ip);
  await browser.open();
  return browser.post('/customer-login/email', { email: address });
};

const askByPhone = async (phone: string) => {
  const browser = portal.newBrowser();
  await browser.open();
  return browser.post('/customer-login/phone', { phone });
};

test('a second code within a minute is refused with the time to wait', async () => {
  await askByMail(email);
  await portal.passTime({ seconds: 20 });
  const refused = await askByMail(' ANN@example.com');
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(35);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(40);
  expect(refused.json()).toEqual({
    success: false,
    message: expect.stringMatching(/^Please wait \d\d seconds before you ask for another code\.$/),
  });
});

test('after a minute another code may be asked for, and asking too early did not prolong the wait', async () => {
  await askByMail(email);
  await portal.passTime({ seconds: 50 });
  await askByMail(email);
  await portal.passTime({ seconds: 11 });
  expect((await askByMail(email)).statusCode).toBe(200);
});

test('five codes an hour go to one address', async () => {
  for (let sent = 0; sent < 5; sent++) {
    expect((await askByMail(email)).statusCode).toBe(200);
    await portal.passTime({ minutes: 5 });
  }
  const refused = await askByMail(email);
  expect(refused.statusCode).toBe(429);
  expect(refused.json().message).toContain('35 minutes');
  await portal.passTime({ minutes: 36 });
  expect((await askByMail(email)).statusCode).toBe(200);
});

test('ten codes a day go to one address', async () => {
  for (let sent = 0; sent < 10; sent++) {
    expect((await askByMail(email)).statusCode).toBe(200);
    await portal.passTime({ hours: 1 });
  }
  expect((await askByMail(email)).statusCode).toBe(429);
  await portal.passTime({ hours: 15 });
  expect((await askByMail(email)).statusCode).toBe(200);
});

test('ten codes in ten minutes are asked for from one address of the internet', async () => {
  for (let sent = 0; sent < 10; sent++)
    expect((await askByMail(`customer-${sent}@example.com`)).statusCode).toBe(200);
  expect((await askByMail(email)).statusCode).toBe(429);
  expect((await askByMail(email, '203.0.113.2')).statusCode).toBe(200);
  await portal.passTime({ minutes: 11 });
  expect((await askByMail('late@example.com')).statusCode).toBe(200);
});

test('all addresses of an IPv6 subscriber count as one', async () => {
  for (let sent = 0; sent < 10; sent++)
    await askByMail(`customer-${sent}@example.com`, `2001:db8:1:2::${sent + 1}`);
  expect((await askByMail(email, '2001:db8:1:2:ffff::1')).statusCode).toBe(429);
  expect((await askByMail(email, '2001:db8:1:3::1')).statusCode).toBe(200);
});

test('a rejected request does not use up the other limits', async () => {
  await askByMail(email);
  for (let tries = 0; tries < 20; tries++) await askByMail(email);
  expect((await askByMail('bob@example.com')).statusCode).toBe(200);
});

test('of many parallel requests for one address a single one gets a code', async () => {
  await portal.addCustomer({ email });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => askByMail(email, `203.0.113.${index}`)),
  );
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
  const messages = await portal.database.selectFrom('outbox').select('id').execute();
  expect(messages).toHaveLength(1);
});

test('too many wrong codes over several challenges lock the address for a while, the right code too', async () => {
  await portal.addCustomer({ email });
  const browser = portal.newBrowser();
  const verify = (code: string) => browser.post('/customer-login/email/verify', { email, code });
  for (let challenge = 0; challenge < 2; challenge++) {
    const code = await receiveCode(portal, browser, email);
    for (let tries = 0; tries < 5; tries++) await verify(wrongCode(code));
    await portal.passTime({ seconds: 61 });
  }
  const locked = await verify(await receiveCode(portal, browser, email));
  expect(locked.statusCode).toBe(429);
  expect(locked.json().message).toContain('Too many wrong codes');
  await portal.passTime({ hours: 1 });
  expect((await verify(await receiveCode(portal, browser, email))).json().success).toBe(true);
});

test('twenty wrong codes a day lock the address for the day', async () => {
  await portal.addCustomer({ email });
  const browser = portal.newBrowser();
  const verify = (code: string) => browser.post('/customer-login/email/verify', { email, code });
  for (let challenge = 0; challenge < 4; challenge++) {
    const code = await receiveCode(portal, browser, email);
    for (let tries = 0; tries < 5; tries++) expect((await verify(wrongCode(code))).statusCode).toBe(200);
    await portal.passTime({ hours: 2 });
  }
  const locked = await verify(await receiveCode(portal, browser, email));
  expect([locked.statusCode, locked.json().message]).toEqual([
    429,
    'Too many wrong codes. Please try again in 16 hours.',
  ]);
});

test('signing in forgets the wrong codes before it', async () => {
  await portal.addCustomer({ email });
  for (let visit = 0; visit < 4; visit++) {
    const browser = portal.newBrowser();
    const code = await receiveCode(portal, browser, email);
    const verify = (typed: string) => browser.post('/customer-login/email/verify', { email, code: typed });
    for (let tries = 0; tries < 4; tries++) await verify(wrongCode(code));
    expect((await verify(code)).json().success).toBe(true);
    await portal.passTime({ minutes: 14 });
  }
});

test('the budget for text messages applies to all customers together; only sent messages count', async () => {
  await portal.addCustomer({ phone: '+12025550101' });
  await portal.addCustomer({ phone: '+12025550102' });
  for (const phone of ['+12025550101', '+12025550107', '+12025550108', '+12025550102']) {
    expect((await askByPhone(phone)).statusCode).toBe(200);
    await portal.deliver();
  }
  expect((await askByPhone('+12025550109')).statusCode).toBe(429);
  expect((await askByMail(email)).statusCode).toBe(200);
  await portal.passTime({ days: 1 });
  expect((await askByPhone('+12025550109')).statusCode).toBe(200);
});
