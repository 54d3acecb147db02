import { useTestApp } from '../../testing/test-app';

const portal = useTestApp();

test('a customer signs in with the code from the mail, and signs out', async () => {
  const email = 'ann@example.com';
  await portal.addCustomer({ email });
  const browser = portal.newBrowser();
  expect((await browser.open()).statusCode).toBe(401);

  const requested = await browser.post('/customer-login/email', { email: ' Ann@Example.COM ' });
  expect(requested.json()).toEqual({
    success: true,
    message: 'If this address is registered, we’ve sent a code. It can be used for 10 minutes.',
  });
  const code = await portal.codeFor(email);
  const verified = await browser.post('/customer-login/email/verify', { email, code });
  expect(verified.json()).toEqual({ success: true, message: 'You are signed in.' });
  expect((await browser.get('/auth-check')).statusCode).toBe(200);

  const stolen = browser.cookies.get('session_token') ?? '';
  expect((await browser.post('/logout')).statusCode).toBe(200);
  expect((await browser.get('/auth-check')).statusCode).toBe(401);
  browser.cookies.set('session_token', stolen);
  expect((await browser.get('/auth-check')).statusCode).toBe(401);
});

test('a customer signs in with the code from the text message', async () => {
  await portal.addCustomer({ phone: '+12025550123' });
  const browser = await portal.openBrowser();
  await browser.post('/customer-login/phone', { phone: '(202) 555-0123' });
  const code = await portal.codeFor('+12025550123');
  const verified = await browser.post('/customer-login/phone/verify', { phone: '+1 202 555 0123', code });
  expect(verified.json()).toEqual({ success: true, message: 'You are signed in.' });
  expect((await browser.get('/auth-check')).statusCode).toBe(200);
});
