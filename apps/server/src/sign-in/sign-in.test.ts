import { signIn, receiveCode, wrongCode } from '../testing/sign-in';
import { startTestApp, type TestApp } from '../testing/test-app';

let portal: TestApp;
beforeAll(async () => void (portal = await startTestApp()));
beforeEach(() => portal.empty());
afterAll(() => portal.close());

const email = 'ann@example.com';
const verify = '/customer-login/email/verify';

test('a customer signs in with the code from the mail, and signs out', async () => {
  await portal.addCustomer({ email });
  const browser = portal.newBrowser();
  expect((await browser.open()).statusCode).toBe(401);

  const asked = await browser.post('/customer-login/email', { email: ' Ann@Example.COM ' });
  expect(asked.json()).toEqual({ success: true, message: expect.stringContaining('a code is on its way') });
  await portal.deliver();
  const verified = await browser.post(verify, { email, code: await portal.inbox.codeFor(email) });
  expect(verified.json()).toEqual({ success: true, message: 'You are signed in.' });
  expect((await browser.get('/auth-check')).statusCode).toBe(200);

  const stolen = browser.cookies.get('session_token') ?? '';
  expect((await browser.post('/logout')).statusCode).toBe(200);
  expect((await browser.get('/auth-check')).statusCode).toBe(401);
  browser.cookies.set('session_token', stolen);
  expect((await browser.get('/auth-check')).statusCode).toBe(401);
});
