import { signIn } from '../testing/sign-in';
import { useTestApp } from '../testing/test-app';

const portal = useTestApp();

const path = '/notification-preferences/test';

/** Signs Ann in, with these choices and this phone number. */
const signInAnn = async (
  notify_email: boolean,
  notify_sms: boolean,
  phone: string | null = '+12025550123',
) => {
  const { browser } = await signIn(portal, 'ann@example.com');
  await portal.database.updateTable('customers').set({ notify_email, notify_sms, phone }).execute();
  return browser;
};

const messages = async () => {
  await portal.deliver();
  const rows = await portal.database
    .selectFrom('outbox')
    .select(['channel', 'status'])
    .where('kind', '=', 'test')
    .orderBy('channel')
    .execute();
  return rows.map(({ channel, status }) => `${channel} ${status}`);
};

test.each([
  [true, true, ['email sent', 'sms sent'], 'a•••@example.com and •••• 0123'],
  [true, false, ['email sent'], 'a•••@example.com'],
  [false, true, ['sms sent'], '•••• 0123'],
])('sends one message per chosen channel with email %s and SMS %s', async (email, sms, sent, to) => {
  const ann = await signInAnn(email, sms);
  const response = await ann.post(path);
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({ success: true, message: `A test message is on its way to ${to}.` });
  expect(await messages()).toEqual(sent);
});

test.each([
  ['no channel is chosen', false, false, '+12025550123'],
  ['SMS is chosen without a phone number', false, true, null],
])('sends nothing and says why when %s', async (_what, email, sms, phone) => {
  const ann = await signInAnn(email, sms, phone);
  const response = await ann.post(path);
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({
    success: false,
    message: expect.stringContaining('Choose email or SMS'),
  });
  expect(await messages()).toEqual([]);
});

test('limits each customer to one test message a minute and five an hour', async () => {
  const ann = await signInAnn(true, false);
  for (let sent = 0; sent < 5; sent++) {
    expect((await ann.post(path)).statusCode).toBe(200);
    const refused = await ann.post(path);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.json().message).toMatch(/^Please wait .* before you ask for another test message\.$/);
    await portal.passTime({ minutes: 2 });
  }
  expect((await ann.post(path)).statusCode).toBe(429);
  const { browser: ben } = await signIn(portal, 'ben@example.com', '203.0.113.2');
  expect((await ben.post(path)).statusCode).toBe(200);
});
