import type { Browser } from '../../testing/browser';
import { useTestApp } from '../../testing/test-app';

const portal = useTestApp({ SMS_COUNTRIES: 'US' });
let browser: Browser;
beforeAll(async () => void (browser = await portal.openBrowser()));

const validBodies = {
  '/customer-login/email': { email: 'ann@example.com' },
  '/customer-login/phone': { phone: '+12025550123' },
  '/customer-login/email/verify': { email: 'ann@example.com', code: '123456' },
  '/customer-login/phone/verify': { phone: '+12025550123', code: '123456' },
  '/serviceOrder/update-notification-status': { email: true, sms: false },
  '/logout': {},
};

const refused = async (path: string, status: number, body: unknown, headers?: Record<string, string>) => {
  const response = await browser.post(path, body, headers);
  expect(response.statusCode).toBe(status);
  expect(response.headers['content-type']).toContain('application/json');
  expect(response.json()).toEqual({ success: false, message: expect.stringMatching(/^[A-Z].*\.$/) });
};

describe.each(Object.entries(validBodies))('POST %s', (path, body) => {
  test('rejects other JSON, other types, unknown parameters, and long bodies', async () => {
    for (const wrong of ['{"email":', [], '1', { ...body, admin: true }, '{"__proto__":{"admin":true}}'])
      await refused(path, 400, wrong);
    await refused(path, 413, { ...body, filler: 'x'.repeat(64 * 1024) });
    await refused(`${path}?debug=1`, 400, body);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
      await refused(path, 415, JSON.stringify(body), { 'content-type': type });
  });

  test('requires every field, in its type and of a sensible length', async () => {
    for (const field of Object.keys(body))
      for (const wrong of [undefined, null, 7, {}, 'x'.repeat(400)])
        await refused(path, 400, { ...body, [field]: wrong });
  });
});

test.each([
  [
    '/customer-login/email',
    { email: 'no address' },
    'Enter a valid email address, for example ann@example.com.',
  ],
  [
    '/customer-login/phone',
    { phone: 'abc' },
    'Enter a valid phone number with its country code, for example +1 202 555 0123.',
  ],
  [
    '/customer-login/phone',
    { phone: '+44 20 7946 0018' },
    'We cannot send text messages to this country. Sign in with your email address instead.',
  ],
])('%s says what is wrong with %j', async (path, body, message) => {
  const response = await browser.post(path, body);
  expect([response.statusCode, response.json().message]).toEqual([400, message]);
});
