import { useTestApp } from '../../testing/test-app';

const portal = useTestApp();

test.each([
  ['email', ' Ann@Example.COM ', 'ann@example.com', 'address'],
  ['phone', '(202) 555-0123', '+12025550123', 'number'],
])('a customer signs in with a code, by %s', async (way, typed, address, noun) => {
  await portal.addCustomer({ [way]: address });
  const browser = await portal.openBrowser();
  const requested = await browser.post(`/customer-login/${way}`, { [way]: typed });
  expect(requested.json()).toEqual({
    success: true,
    message: `If this ${noun} is registered, we’ve sent a code. It can be used for 10 minutes.`,
  });
  const code = await portal.codeFor(address);
  const verified = await browser.post(`/customer-login/${way}/verify`, { [way]: typed, code });
  expect(verified.json()).toEqual({ success: true, message: 'You are signed in.' });
  expect((await browser.get('/auth-check')).statusCode).toBe(200);
});
