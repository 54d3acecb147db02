import { signIn } from '../testing/sign-in';
import { useTestApp } from '../testing/test-app';

const portal = useTestApp();

const PHONE = '+12025550123';
const path = '/notification-preferences/test';

/** Signs Ann in, with these choices and this phone number. */
const signInAnn = async (notify_email: boolean, notify_sms: boolean, phone: string | null = PHONE) => {
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

const sentTo = (to: string) => ({ success: true, message: `A test message is on its way to ${to}.` });
const nothing = { success: false, message: expect.stringContaining('Choose email or SMS') };

test.each<[string, boolean, boolean, string | null, string[], object]>([
  ['both channels', true, true, PHONE, ['email sent', 'sms sent'], sentTo('a•••@example.com and •••• 0123')],
  ['email', true, false, PHONE, ['email sent'], sentTo('a•••@example.com')],
  ['SMS', false, true, PHONE, ['sms sent'], sentTo('•••• 0123')],
  ['no channel', false, false, PHONE, [], nothing],
  ['SMS without a phone number', false, true, null, [], nothing],
])(
  'sends one message for each chosen channel, or says why not: %s',
  async (_, email, sms, phone, sent, body) => {
    const ann = await signInAnn(email, sms, phone);
    const response = await ann.post(path);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual(body);
    expect(await messages()).toEqual(sent);
  },
);

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
