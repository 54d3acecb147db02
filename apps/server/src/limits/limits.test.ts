import { ENGLISH } from '@portal/texts/i18n';
import { receiveCode, wrongCode } from '../testing/sign-in';
import { startTestApp, type TestApp } from '../testing/test-app';
import { durationText, networksOf } from './limits';

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

test('rejects a second code request within a minute, with the time to wait', async () => {
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

test('accepts another code request after a minute; an early one does not prolong the wait', async () => {
  await askByMail(email);
  await portal.passTime({ seconds: 50 });
  await askByMail(email);
  await portal.passTime({ seconds: 11 });
  expect((await askByMail(email)).statusCode).toBe(200);
});

test('a clock that is set back prolongs no wait', async () => {
  await askByMail(email);
  await portal.passTime({ hours: -3 });
  expect((await askByMail(email)).statusCode).toBe(200);
  expect((await askByMail(email)).json().message).toBe(
    'Please wait 60 seconds before you ask for another code.',
  );
});

test('sends at most five codes an hour to one address', async () => {
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

test('sends at most ten codes a day to one address', async () => {
  for (let sent = 0; sent < 10; sent++) {
    expect((await askByMail(email)).statusCode).toBe(200);
    await portal.passTime({ hours: 1 });
  }
  expect((await askByMail(email)).statusCode).toBe(429);
  await portal.passTime({ hours: 15 });
  expect((await askByMail(email)).statusCode).toBe(200);
});

/** Records code requests that others in this network have just made. */
const recordRequestsFrom = (network: string, count: number) =>
  portal.database
    .insertInto('limit_hits')
    .values(Array.from({ length: count }, () => ({ key: `codes/${network}`, at: new Date() })))
    .execute();

test('allows an IPv4 address, which customers of a mobile carrier share, a hundred codes in ten minutes and a thousand a day', async () => {
  const carrier = '203.0.113.1';
  await recordRequestsFrom(carrier, 99);
  expect((await askByMail('hundredth@example.com', carrier)).statusCode).toBe(200);
  expect((await askByMail(email, carrier)).statusCode).toBe(429);
  expect((await askByMail(email, '203.0.113.2')).statusCode).toBe(200);
  await portal.passTime({ minutes: 11 });
  expect((await askByMail('late@example.com', carrier)).statusCode).toBe(200);
  await recordRequestsFrom(carrier, 898);
  await portal.passTime({ hours: 1 });
  expect((await askByMail('thousandth@example.com', carrier)).statusCode).toBe(200);
  expect((await askByMail('next@example.com', carrier)).statusCode).toBe(429);
});

test('counts all addresses of an IPv6 subscriber as one', async () => {
  for (let index = 0; index < 10; index++)
    expect((await askByMail(`customer-${index}@example.com`, `2001:db8:1:2::${index + 1}`)).statusCode).toBe(
      200,
    );
  expect((await askByMail(email, '2001:db8:1:2:ffff::1')).statusCode).toBe(429);
  expect((await askByMail(email, '2001:db8:1:3::1')).statusCode).toBe(200);
});

test('counts a whole IPv6 /48 as one too, whichever /64 a request comes from', async () => {
  await recordRequestsFrom('2001:db8:1::/48', 98);
  for (const subscriber of ['a', 'b'])
    expect((await askByMail(`${subscriber}@example.com`, `2001:db8:1:${subscriber}::1`)).statusCode).toBe(
      200,
    );
  expect((await askByMail(email, '2001:db8:1:ffff::1')).statusCode).toBe(429);
  expect((await askByMail(email, '2001:db8:2:ffff::1')).statusCode).toBe(200);
});

test('a rejected request does not use up the other limits', async () => {
  await askByMail(email);
  for (let tries = 0; tries < 20; tries++) await askByMail(email);
  expect((await askByMail('bob@example.com')).statusCode).toBe(200);
});

test('sends a single code for many parallel requests for one address', async () => {
  await portal.addCustomer({ email });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => askByMail(email, `203.0.113.${index}`)),
  );
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
  const messages = await portal.database.selectFrom('outbox').select('id').execute();
  expect(messages).toHaveLength(1);
});

test('locks the address after too many wrong codes over several challenges, even for the right code', async () => {
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

test('locks the address for the day after twenty wrong codes', async () => {
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

test('signing in resets the count of wrong codes', async () => {
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

test('signing in resets the wrong codes of that browser, but not those of others', async () => {
  await portal.addCustomer({ email });
  const stranger = portal.newBrowser('203.0.113.2');
  await stranger.open();
  const guess = () => stranger.post('/customer-login/email/verify', { email, code: 'guess' });
  for (let round = 0; round < 2; round++) {
    await stranger.post('/customer-login/email', { email });
    for (let tries = 0; tries < 5; tries++) expect((await guess()).statusCode).toBe(200);
    await portal.passTime({ minutes: 12 });
  }
  await portal.passTime({ hours: 1 });
  const customer = portal.newBrowser('203.0.113.3');
  const code = await receiveCode(portal, customer, email);
  await customer.post('/customer-login/email/verify', { email, code: wrongCode(code) });
  await customer.post('/customer-login/email/verify', { email, code });
  const left = await portal.database
    .selectFrom('limit_hits')
    .select('key')
    .where('key', '=', `failures/${email}`)
    .execute();
  expect(left).toHaveLength(10);
});

test('the limits are configurable', async () => {
  const strict = await startTestApp({ LIMIT_CODES: '1/5m', LIMIT_WRONG_CODES: '1/1h,20/1d' });
  const ann = strict.newBrowser();
  await ann.open();
  const ask = () => ann.post('/customer-login/email', { email });
  const verify = () => ann.post('/customer-login/email/verify', { email, code: 'guess' });
  expect((await ask()).statusCode).toBe(200);
  expect((await verify()).statusCode).toBe(200);
  expect((await verify()).json().message).toBe('Too many wrong codes. Please try again in 60 minutes.');
  expect((await ask()).json().message).toBe('Please wait 5 minutes before you ask for another code.');
  await strict.close();
});

test('shares the SMS budget between all customers, counts only sent messages, and tells nobody', async () => {
  const known = ['+12025550101', '+12025550102', '+12025550103'];
  for (const phone of known) await portal.addCustomer({ phone });
  const answers = new Set<string>();
  for (const phone of ['+12025550107', ...known, '+12025550108']) {
    const { statusCode, body, headers } = await askByPhone(phone);
    answers.add(JSON.stringify([statusCode, body, headers['retry-after']]));
    await portal.deliver();
  }
  expect(answers.size).toBe(1);
  expect(await portal.inbox.codeFor('+12025550102')).toMatch(/^\d{6}$/);
  expect(await portal.inbox.codeFor('+12025550103')).toBeUndefined();
  await portal.passTime({ days: 1 });
  await askByPhone('+12025550103');
  await portal.deliver();
  expect(await portal.inbox.codeFor('+12025550103')).toMatch(/^\d{6}$/);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:999.0.0.1', 'unknown'],
  ['x'.repeat(4000), 'unknown'],
  ['', 'unknown'],
])('counts %.50s as the single network %s', (ip, network) =>
  expect(networksOf(ip)).toEqual([{ kind: 'ipv4', name: network }]),
);

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
])('counts %s in both %s and %s', (ip, subscriber, site) =>
  expect(networksOf(ip)).toEqual([
    { kind: 'ipv6-64', name: subscriber },
    { kind: 'ipv6-48', name: site },
  ]),
);

test.each([
  [1, '1 second'],
  [42, '42 seconds'],
  [61, '2 minutes'],
  [3600, '60 minutes'],
  [3601, '2 hours'],
  [86_400, '24 hours'],
])('formats %d seconds as "%s"', (seconds, words) => expect(durationText(seconds, ENGLISH)).toBe(words));
