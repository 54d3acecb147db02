import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { deriveKeys } from '../keys';
import type { Browser } from '../testing/browser';
import { receiveCode } from '../testing/sign-in';
import { startTestApp, type TestApp } from '../testing/test-app';

/*
 * While a release is rolled out, servers that know one challenge per identifier share the database. Their statements
 * are here as they run there.
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
  await sql`
    insert into challenges (identifier, id, browser_hash, code_hash, attempts, expires_at, consumed_at)
    values (${email}, ${id}, ${browserHash(browser)}, ${codeHash(id, code)}, 0, now() + interval '10 minutes', null)
    on conflict (identifier) do update set
      id = excluded.id, browser_hash = excluded.browser_hash, code_hash = excluded.code_hash,
      attempts = 0, expires_at = excluded.expires_at, consumed_at = null`.execute(portal.database);
};

const verifyOnFormer = async (browser: Browser, code: string) => {
  const { rows } = await sql<{ id: string; code_hash: string }>`
    update challenges set attempts = attempts + 1
    where identifier = ${email} and browser_hash = ${browserHash(browser)} and expires_at > now() and attempts < 5
    returning id, code_hash`.execute(portal.database);
  return rows.some(({ id, code_hash }) => code_hash === codeHash(id, code));
};

test('a code of a former server works here, once, and for five tries', async () => {
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
