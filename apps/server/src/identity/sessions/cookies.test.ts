import { signIn } from '../../testing/sign-in';
import { startTestApp, useTestApp } from '../../testing/test-app';

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
  const OTHER = 'session_token=of-the-company; sign_in_browser=too; XSRF-TOKEN=100%';
  const ALIKE = `session_token=${'a'.repeat(43)}; sign_in_browser=${'b'.repeat(43)}; XSRF-TOKEN=${'c'.repeat(43)}`;
  const portal = useTestApp();

  test.each([
    ['others', OTHER, 'before', (cookies: string) => `${OTHER}; ${cookies}`],
    ['others', OTHER, 'after', (cookies: string) => `${cookies}; ${OTHER}`],
    ['alike', ALIKE, 'before', (cookies: string) => `${ALIKE}; ${cookies}`],
    ['alike', ALIKE, 'after', (cookies: string) => `${cookies}; ${ALIKE}`],
  ])('%s: customers sign in and out when these (%s) come %s the portal’s', async (_, theirs, place, join) => {
    const email = `${place}@example.com`;
    await portal.addCustomer({ email });
    const browser = portal.newBrowser();
    await browser.get('/', { cookie: theirs, accept: 'text/html' });
    const asked = await browser.get('/auth-check', { cookie: theirs });
    /** The token of the last response, as the page carries it. */
    let token = asked.headers['x-xsrf-token'];
    const cookie = () => join([...browser.cookies].map((pair) => pair.join('=')).join('; '));
    const post = async (path: string, body = {}) => {
      const response = await browser.post(path, body, { cookie: cookie(), 'x-xsrf-token': String(token) });
      token = response.headers['x-xsrf-token'] ?? token;
      return response.statusCode;
    };
    expect(await post('/customer-login/email', { email })).toBe(200);
    const code = await portal.codeFor(email);
    expect(await post('/customer-login/email/verify', { email, code })).toBe(200);
    expect((await browser.get('/auth-check', { cookie: cookie() })).statusCode).toBe(200);
    expect((await browser.get('/sessions', { cookie: cookie() })).json()).toMatchObject([
      { isCurrent: true },
    ]);
    expect(await post('/serviceOrder/update-notification-status', { email: true, sms: false })).toBe(200);
    const session = browser.cookies.get('session_token');
    expect(await post('/logout')).toBe(200);
    browser.cookies.set('session_token', session ?? '');
    expect((await browser.get('/auth-check', { cookie: cookie() })).statusCode).toBe(401);
  });

  test('a token for a cookie of another site does not work in a session', async () => {
    const [{ browser }, attacker] = [await signIn(portal, 'ann@example.com'), await portal.openBrowser()];
    const tossed = `session_token=${attacker.cookies.get('sign_in_browser')}`;
    const cookie = `${tossed}; session_token=${browser.cookies.get('session_token')}`;
    const token = attacker.cookies.get('XSRF-TOKEN') ?? '';
    const refused = await browser.post('/logout', {}, { cookie, 'x-xsrf-token': token });
    expect(refused.statusCode).toBe(403);
  });
});
