import type { Browser } from '../testing/browser';
import { startTestApp, type TestApp } from '../testing/test-app';

let portal: TestApp;
let browser: Browser;
beforeAll(async () => {
  portal = await startTestApp({ SMS_COUNTRIES: 'US' });
  browser = portal.newBrowser();
  await browser.open();
});
afterAll(() => portal.close());

const validBodies = {
  '/customer-login/email': { email: 'ann@example.com' },
  '/customer-login/phone': { phone: '+12025550123' },
  '/customer-login/email/verify': { email: 'ann@example.com', code: '123456' },
  '/customer-login/phone/verify': { phone: '+12025550123', code: '123456' },
  '/serviceOrder/update-notification-status': { email: true, sms: false },
  '/logout': {},
};

const refused = async (path: string, status: number, body: unknown, headers?: Record<string, string>) => {
  const answer = await browser.post(path, body, headers);
  expect(answer.statusCode).toBe(status);
  expect(answer.headers['content-type']).toContain('application/json');
  expect(answer.json()).toEqual({ success: false, message: expect.stringMatching(/^[A-Z].*\.$/) });
};

describe.each(Object.entries(validBodies))('POST %s', (path, body) => {
  test.each([
    ['truncated JSON', '{"email":', 400],
    ['a list', [], 400],
    ['a string', '"ann@example.com"', 400],
    ['a number', '1', 400],
    ['an unknown field', { ...body, admin: true }, 400],
    ['a __proto__ field', '{"__proto__":{"admin":true}}', 400],
    ['more than 64 KB', { ...body, filler: 'x'.repeat(64 * 1024) }, 413],
  ])('rejects %s', (_what, wrong, status) => refused(path, status, wrong));

  test.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    'rejects content of type %s',
    (type) => refused(path, 415, JSON.stringify(body), { 'content-type': type }),
  );

  test('rejects an unknown query parameter', () => refused(`${path}?debug=1`, 400, body));

  test('requires every field, in its type and of a sensible length', async () => {
    for (const field of Object.keys(body)) {
      await refused(path, 400, 'null');
      for (const wrong of [undefined, null, 7, {}, ['x'], 'x'.repeat(400)])
        await refused(path, 400, { ...body, [field]: wrong });
    }
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
  const answer = await browser.post(path, body);
  expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
});
