import { ENGLISH } from '../language/languages';
import { receiveCode, recordAttempts, wrongCode } from '../../testing/sign-in';
import { useTestApp } from '../../testing/test-app';
import { durationText, networksOf } from './limits';

const portal = useTestApp({ SMS_DAILY_BUDGET: '2' });

const email = 'ann@example.com';

const askByMail = async (address: string, ip?: string) => {
  const browser = await portal.openBrowser(ip);
  return browser.post('/customer-login/email', { email: address });
};

const times = (count: number, minutesAgo = 0) => Array<number>(count).fill(minutesAgo);

test.each([
  ['a second within a minute', [0.33], { seconds: 41 }, /^Please wait (39|40|41) seconds before you ask/],
  ['a sixth within an hour', [5, 10, 15, 20, 25], { minutes: 36 }, /35 minutes/],
  ['an eleventh within a day', times(10).map((_, hour) => hour * 60 + 60), { hours: 15 }, /14 hours/],
])('rejects a code request that is %s, with the time to wait', async (_which, minutesAgo, wait, message) => {
  await recordAttempts(portal, `codes/${email}`, minutesAgo);
  // Rejected requests do not prolong the wait, nor use up the limits of others.
  for (const address of [' ANN@example.com', email]) {
    const refused = await askByMail(address);
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toEqual({ success: false, message: expect.stringMatching(message) });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(35);
  }
  expect((await askByMail('bob@example.com')).statusCode).toBe(200);
  await portal.passTime(wait);
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

test.each([
  ['an IPv4 address in ten minutes', '203.0.113.1', times(100), '203.0.113.1', '203.0.113.2'],
  ['an IPv6 subscriber', '2001:db8:1:2::/64', times(10), '2001:db8:1:2:ffff::1', '2001:db8:1:3::1'],
  ['an IPv6 /48', '2001:db8:1::/48', times(100), '2001:db8:1:ffff::1', '2001:db8:2:ffff::1'],
])(
  'rejects one more code request than %s may make',
  async (_what, network, [one, ...others], ip, another) => {
    await recordAttempts(portal, `codes/${network}`, others);
    expect((await askByMail('last@example.com', ip)).statusCode).toBe(200);
    expect((await askByMail(email, ip)).statusCode).toBe(429);
    expect((await askByMail(email, another)).statusCode).toBe(200);
    await portal.passTime(one === 0 ? { minutes: 11 } : { hours: 24 });
    expect((await askByMail('late@example.com', ip)).statusCode).toBe(200);
  },
);

test('sends a single code for many parallel requests for one address', async () => {
  const ask = (_: unknown, index: number) => askByMail(email, `203.0.113.${index}`);
  const responses = await Promise.all(Array.from({ length: 20 }, ask));
  expect(responses.filter((response) => response.statusCode === 200)).toHaveLength(1);
  expect(await portal.database.selectFrom('outbox').select('id').execute()).toHaveLength(1);
});

test.each([
  ['after ten wrong codes over two challenges', [10, 5], { hours: 1 }, 'in 60 minutes'],
  ['for the day after twenty wrong codes', [480, 360, 240, 5], { hours: 16 }, 'in 16 hours'],
])('locks the address %s, even for the right code', async (_when, challenges, wait, time) => {
  await portal.addCustomer({ email });
  const before = challenges.slice(0, -1).flatMap((minutes) => times(5, minutes));
  await recordAttempts(portal, `failures/${email}`, before);
  const browser = portal.newBrowser();
  const verify = (code: string) => browser.post('/customer-login/email/verify', { email, code });
  const wrong = wrongCode(await receiveCode(portal, browser, email));
  for (let attempts = 0; attempts < 5; attempts++) expect((await verify(wrong)).statusCode).toBe(200);
  await portal.passTime({ seconds: 61 });
  const locked = await verify(await receiveCode(portal, browser, email));
  expect(locked.statusCode).toBe(429);
  expect(locked.json().message).toMatch(/^Too many wrong codes\. Please try again in \d+ (minutes|hours)\.$/);
  if (time.endsWith('hours')) expect(locked.json().message).toContain(time);
  await portal.passTime(wait);
  expect((await verify(await receiveCode(portal, browser, email))).json().success).toBe(true);
});

test('signing in forgets the wrong codes of that browser, but not those of others', async () => {
  await portal.addCustomer({ email });
  const key = `failures/${email}`;
  await recordAttempts(portal, key, times(5, 90));
  const customer = portal.newBrowser();
  const code = await receiveCode(portal, customer, email);
  const verify = (typed: string) => customer.post('/customer-login/email/verify', { email, code: typed });
  for (let attempts = 0; attempts < 4; attempts++) await verify(wrongCode(code));
  expect((await verify(code)).json().success).toBe(true);
  const left = await portal.database.selectFrom('limit_hits').select('key').where('key', '=', key).execute();
  expect(left).toHaveLength(5);
});

test('an SMS budget that is used up tells nobody, and is free again after a day', async () => {
  const phones = ['+12025550101', '+12025550102', '+12025550103'];
  for (const phone of phones) await portal.addCustomer({ phone });
  const ask = async (phone: string) => {
    const browser = await portal.openBrowser();
    const { statusCode, body, headers } = await browser.post('/customer-login/phone', { phone });
    await portal.deliver();
    return JSON.stringify([statusCode, body, headers['retry-after']]);
  };
  const responses = new Set<string>();
  for (const phone of ['+12025550107', ...phones, '+12025550108']) responses.add(await ask(phone));
  expect(responses.size).toBe(1);
  expect(await portal.inbox.codeFor('+12025550102')).toMatch(/^\d{6}$/);
  expect(await portal.inbox.codeFor('+12025550103')).toBeUndefined();
  await portal.passTime({ days: 1 });
  await ask('+12025550103');
  expect(await portal.inbox.codeFor('+12025550103')).toMatch(/^\d{6}$/);
});

test.each([
  ['203.0.113.7', ['ipv4 203.0.113.7']],
  ['::ffff:203.0.113.7', ['ipv4 203.0.113.7']],
  ['x'.repeat(4000), ['ipv4 unknown']],
  ['2001:db8:1:2:3:4:5:6', ['ipv6-64 2001:db8:1:2::/64', 'ipv6-48 2001:db8:1::/48']],
  ['2001:DB8:1:2::1', ['ipv6-64 2001:db8:1:2::/64', 'ipv6-48 2001:db8:1::/48']],
  ['::1', ['ipv6-64 0:0:0:0::/64', 'ipv6-48 0:0:0::/48']],
  ['fe80::1%eth0', ['ipv6-64 fe80:0:0:0::/64', 'ipv6-48 fe80:0:0::/48']],
])('counts %.20s in the networks %j', (ip, networks) =>
  expect(networksOf(ip).map(({ kind, name }) => `${kind} ${name}`)).toEqual(networks),
);

test.each([
  [42, '42 seconds'],
  [61, '2 minutes'],
  [3600, '60 minutes'],
  [3601, '2 hours'],
  [86_400, '24 hours'],
])('formats %d seconds as "%s"', (seconds, words) => expect(durationText(seconds, ENGLISH)).toBe(words));
