import { useTestApp } from '../../testing/test-app';

const portal = useTestApp();

test.each([
  ['mail', 'email', ' Ann@Example.COM ', 'ann@example.com', 'this address'],
  ['text message', 'phone', '(202) 555-0123', '+12025550123', 'this number'],
])('a customer signs in with the code from the %s, and signs out', async (_, kind, typed, address, it) => {
  await portal.addCustomer({ [kind]: address });
  const browser = portal.newBrowser();
  expect((await browser.open()).statusCode).toBe(401);
  expect((await browser.post(`/customer-login/${kind}`, { [kind]: typed })).json()).toEqual({
    success: true,
    message: `If ${it} is registered, we’ve sent a code. It can be used for 10 minutes.`,
  });
  const code = await portal.codeFor(address);
  const verified = await browser.post(`/customer-login/${kind}/verify`, { [kind]: typed, code });
  expect(verified.json()).toEqual({ success: true, message: 'You are signed in.' });
  expect((await browser.get('/auth-check')).statusCode).toBe(200);
  expect((await browser.post('/logout')).statusCode).toBe(200);
  expect((await browser.get('/auth-check')).statusCode).toBe(401);
});
