import { startTestApp, useTestApp } from '../testing/test-app';

const cookiesOfSignIn = async (env: Record<string, string>, base = '') => {
  const portal = await startTestApp({ SESSION_ABSOLUTE_HOURS: '2', ...env });
  const browser = portal.newBrowser();
  const email = 'ann@example.com';
  await portal.addCustomer({ email });
  const opened = await browser.get(`${base}/auth-check`);
  await browser.post(`${base}/customer-login/email`, { email });
  const code = await portal.codeFor(email);
  const verified = await browser.post(`${base}/customer-login/email/verify`, { email, code });
  const left = await browser.post(`${base}/logout`);
  await portal.close();
  return { opened: opened.cookies, verified: verified.cookies, left: left.cookies };
};

test('sets secure cookies for the base path on HTTPS', async () => {
  const { opened, verified, left } = await cookiesOfSignIn(
    { PUBLIC_URL: 'https://portal.test/account' },
    '/account',
  );
  const shared = { path: '/account', sameSite: 'Lax', secure: true, value: expect.any(String) };
  expect(opened).toEqual([
    { ...shared, name: 'sign_in_browser', httpOnly: true },
    { ...shared, name: 'XSRF-TOKEN', maxAge: 7200 },
  ]);
  expect(verified).toEqual([
    { ...shared, name: 'session_token', httpOnly: true, maxAge: 7200 },
    { ...shared, name: 'sign_in_browser', httpOnly: true, maxAge: 0, value: '' },
    { ...shared, name: 'XSRF-TOKEN', maxAge: 7200 },
    { ...shared, name: 'known_browser', httpOnly: true, maxAge: 34_560_000 },
  ]);
  expect(left).toContainEqual({ ...shared, name: 'session_token', httpOnly: true, maxAge: 0, value: '' });
  const tokens = [opened, verified, left].map((set) => set.find(({ name }) => name === 'XSRF-TOKEN')?.value);
  expect(new Set(tokens).size).toBe(3);
});

test('sets cookies without Secure on plain HTTP', async () => {
  const { verified } = await cookiesOfSignIn({ PUBLIC_URL: 'http://localhost:3000' });
  const session = verified.find(({ name }) => name === 'session_token');
  expect(session).toMatchObject({ path: '/', httpOnly: true, sameSite: 'Lax' });
  expect(session).not.toHaveProperty('secure');
});

describe('when the company’s own pages set cookies with the same names', () => {
  const OWN = 'session_token=of-the-company; sign_in_browser=too';
  const portal = useTestApp();

  test.each([
    ['before', (cookies: string) => `${OWN}; ${cookies}`],
    ['after', (cookies: string) => `${cookies}; ${OWN}`],
  ])('customers sign in at the first try when these come %s the portal’s', async (place, join) => {
    const email = `${place}@example.com`;
    await portal.addCustomer({ email });
    const browser = portal.newBrowser();
    const cookie = () => join([...browser.cookies].map((pair) => pair.join('=')).join('; '));
    const opened = await browser.get('/auth-check', { cookie: OWN });
    expect(opened.cookies.map(({ name }) => name)).not.toContain('session_token');
    expect((await browser.post('/customer-login/email', { email }, { cookie: cookie() })).statusCode).toBe(
      200,
    );
    const code = await portal.codeFor(email);
    await browser.post('/customer-login/email/verify', { email, code }, { cookie: cookie() });
    expect((await browser.get('/auth-check', { cookie: cookie() })).statusCode).toBe(200);
  });
});
