import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { deriveKeys } from '../keys';
import type { Browser } from '../testing/browser';
import { receiveCode } from '../testing/sign-in';
import { startTestApp, type TestApp } from '../testing/test-app';

/*
 * During a rollout, servers of the former release share the database. They know one challenge per identifier. The helpers
 * run the same statements as those servers.
 */

const secret = randomBytes(32);
let portal: TestApp;
beforeAll(async () => void (portal = await startTestApp({}, deriveKeys(secret))));
beforeEach(() => portal.empty());
afterAll(() => portal.close());

const email = 'ann@example.com';

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
const browserHash = (browser: Browser) => hashOf(browser.cookies.get('sign_in_browser') ?? '');
const codeHash = (id: string, code: string) =>
  createHmac('sha256', deriveKeys(secret).codes).update([id, email, code].join('\0')).digest('hex');

const issueOnFormer = async (browser: Browser, code: string) => {
  const id = randomUUID();
  const challenge = {
    id,
    browser_hash: browserHash(browser),
    code_hash: codeHash(id, code),
    attempts: 0,
    expires_at: new Date(Date.now() + 600_000),
    consumed_at: null,
  };
  await portal.database
    .insertInto('challenges')
    .values({ identifier: email, ...challenge })
    .onConflict((conflict) => conflict.column('identifier').doUpdateSet(challenge))
    .execute();
};

const verifyOnFormer = async (browser: Browser, code: string) => {
  const challenge = await portal.database
    .updateTable('challenges')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('identifier', '=', email)
    .where('browser_hash', '=', browserHash(browser))
    .where('expires_at', '>', new Date())
    .where('attempts', '<', 5)
    .returning(['id', 'code_hash'])
    .executeTakeFirst();
  return challenge?.code_hash === codeHash(challenge?.id ?? '', code);
};

test('a code of a former server works on this one, once and at the fifth try', async () => {
  await portal.addCustomer({ email });
  const browser = portal.newBrowser();
  await browser.open();
  await issueOnFormer(browser, '123456');
  const verify = async (code: string) =>
    (await browser.post('/customer-login/email/verify', { email, code })).json();
  for (let tries = 0; tries < 4; tries++) await verify('000000');
  const other = portal.newBrowser();
  for (const [name, value] of browser.cookies) other.cookies.set(name, value);
  expect(await verify('123456')).toMatchObject({ success: true });
  const again = await other.post('/customer-login/email/verify', { email, code: '123456' });
  expect(again.json()).toMatchObject({ success: false });
});

test('a code of this server works on a former one', async () => {
  await portal.addCustomer({ email });
  const browser = portal.newBrowser();
  const code = await receiveCode(portal, browser, email);
  expect(await verifyOnFormer(browser, code)).toBe(true);
  expect(await verifyOnFormer(portal.newBrowser(), code)).toBe(false);
});
