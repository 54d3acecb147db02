import { receiveCode, wrongCode } from '../../testing/sign-in';
import type { Browser } from '../../testing/browser';
import { useTestApp } from '../../testing/test-app';
import { execute } from '../../testing/test-database';

const portal = useTestApp();
let browser: Browser;
let code: string;
beforeEach(async () => {
  await portal.addCustomer({ email });
  browser = portal.newBrowser();
  code = await receiveCode(portal, browser, email);
});

const email = 'ann@example.com';
const verify = (typed: string, by = browser) =>
  by.post('/customer-login/email/verify', { email, code: typed });
const succeeds = async (typed: string, by = browser) => (await verify(typed, by)).json().success;
const sessions = async () => (await portal.database.selectFrom('sessions').selectAll().execute()).length;

test('accepts a code that is typed with spaces, a dash, invisible characters, and other digits', async () => {
  const digits = code.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)));
  expect(await succeeds(` \u2066${digits.slice(0, 3)}–\u200b${digits.slice(3)}\u2069`)).toBe(true);
});

test('accepts the right code at the fifth attempt', async () => {
  for (let attempts = 0; attempts < 4; attempts++) expect(await succeeds(wrongCode(code))).toBe(false);
  expect(await succeeds(code)).toBe(true);
});

test('rejects the right code after five wrong ones, and asks for a new code', async () => {
  const spent = { success: false, message: 'Too many attempts. Ask for a new code.' };
  for (let attempts = 0; attempts < 4; attempts++)
    expect((await verify(wrongCode(code))).json().message).toContain('That code is wrong');
  const fifth = await verify(wrongCode(code));
  expect([fifth.statusCode, fifth.json()]).toEqual([200, spent]);
  expect((await verify(code)).json()).toEqual(spent);
  await portal.passTime({ seconds: 61 });
  expect(await succeeds(await receiveCode(portal, browser, email))).toBe(true);
});

test('parallel attempts cannot exceed the five attempts', async () => {
  const responses = await Promise.all(Array.from({ length: 50 }, () => verify(wrongCode(code))));
  const messages = responses.map((response) => String(response.json().message));
  // The fifth is compared too, but its message says that the attempts are used up.
  expect(messages.filter((message) => message.startsWith('That code is wrong'))).toHaveLength(4);
  const { hits } = await portal.database
    .selectFrom('limit_hits')
    .select(({ fn }) => fn.countAll<string>().as('hits'))
    .where('key', '=', `failures/${email}`)
    .executeTakeFirstOrThrow();
  expect(Number(hits)).toBe(5);
});

test('a code works for ten minutes, and then has a sentence of its own', async () => {
  const expired = { success: false, message: 'This code has expired. Ask for a new one.' };
  await portal.passTime({ minutes: 9, seconds: 50 });
  expect((await verify(wrongCode(code))).json()).not.toEqual(expired);
  await portal.passTime({ seconds: 10 });
  for (const typed of [code, wrongCode(code)]) {
    const response = await verify(typed);
    expect([response.statusCode, response.json()]).toEqual([200, expired]);
  }
  expect((await verify(code, portal.newBrowser())).json().message).not.toBe(expired.message);
  await portal.passTime({ seconds: -15 });
  expect(await succeeds(code)).toBe(true);
});

test('a code works once: fifty parallel verifications open one session', async () => {
  const responses = await Promise.all(Array.from({ length: 50 }, () => verify(code)));
  expect(responses.filter((response) => response.json().success)).toHaveLength(1);
  expect(await sessions()).toBe(1);
});

test('a new code replaces the old ones, which say so to their browser and count as attempts', async () => {
  await portal.passTime({ seconds: 61 });
  const second = await receiveCode(portal, browser, email);
  await portal.passTime({ seconds: 61 });
  const third = await receiveCode(portal, browser, email);
  const message = 'A newer code was sent after this one. Enter the newest one.';
  expect((await verify(code)).json()).toEqual({ success: false, message });
  expect((await verify(second)).json()).toEqual({ success: false, message });
  expect(await portal.auditLines({ outcome: 'former-code' }, 2)).toHaveLength(2);
  expect((await verify(wrongCode(third))).json().message).toContain('That code is wrong');
  const stranger = await portal.openBrowser('203.0.113.99');
  expect((await verify(code, stranger)).json().message).toContain('That code is wrong');
  expect((await verify(code)).json()).toEqual({ success: false, message });
  expect(await succeeds(third)).toBe(true);
});

test('an old code is the last of five attempts, too, and is forgotten once it has expired', async () => {
  await portal.passTime({ seconds: 61 });
  const newer = await receiveCode(portal, browser, email);
  for (let attempts = 0; attempts < 4; attempts++) expect(await succeeds(code)).toBe(false);
  expect((await verify(code)).json().message).toBe('Too many attempts. Ask for a new code.');
  await portal.passTime({ minutes: 11 });
  await receiveCode(portal, browser, email);
  expect((await verify(newer)).json().message).toContain('That code is wrong');
});

test('a code that is still queued is not sent once a newer one replaces it', async () => {
  for (let request = 0; request < 2; request++) {
    await portal.passTime({ seconds: 61 });
    await browser.post('/customer-login/email', { email });
  }
  await portal.deliver();
  const statuses = await portal.database
    .selectFrom('outbox')
    .select('status')
    .orderBy('created_at')
    .execute();
  expect(statuses.map(({ status }) => status)).toEqual(['sent', 'expired', 'sent']);
});

test('a stranger can neither use the code nor use up its attempts', async () => {
  const stranger = await portal.openBrowser('203.0.113.99');
  expect(await succeeds(code, stranger)).toBe(false);
  for (let attempts = 0; attempts < 12; attempts++) await verify(wrongCode(code), stranger);
  expect(await succeeds(code)).toBe(true);
});

test('the database holds neither the code nor the cookies', async () => {
  await verify(code);
  const rows = await Promise.all(
    (['challenges', 'known_browsers', 'sessions', 'outbox'] as const).map((table) =>
      portal.database.selectFrom(table).selectAll().execute(),
    ),
  );
  const stored = JSON.stringify(rows);
  expect(stored).not.toContain(`"${code}"`);
  for (const cookie of browser.cookies.values()) expect(stored).not.toContain(cookie);
});

test('a code still works after a fault of the database kept it from opening a session', async () => {
  await execute(portal.database, 'alter table known_browsers rename to away');
  expect((await verify(code)).statusCode).toBe(500);
  await execute(portal.database, 'alter table away rename to known_browsers');
  expect(await sessions()).toBe(0);
  expect(await succeeds(code)).toBe(true);
  expect(await sessions()).toBe(1);
});
