import { calls } from '@portal/api/wire';
import { signIn } from '../../testing/sign-in';
import { useTestApp } from '../../testing/test-app';

const portal = useTestApp();

const path = '/customer-login/email';
const body = { email: 'ann@example.com' };

const posts = Object.values(calls).filter(({ method }) => method === 'POST');

test.each(posts)('rejects $path without the token', async ({ path }) => {
  expect((await portal.newBrowser().post(path, {})).statusCode).toBe(403);
});

test('a token does not work in another browser', async () => {
  const [attacker, victim] = [await portal.openBrowser(), await portal.openBrowser()];
  const foreign = attacker.cookies.get('XSRF-TOKEN') ?? '';
  victim.cookies.set('XSRF-TOKEN', foreign);
  expect((await victim.post(path, body, { 'x-xsrf-token': foreign })).statusCode).toBe(403);
});

test('rejects a POST without the token, and sets a token with which a retry works', async () => {
  const browser = portal.newBrowser();
  const refused = await browser.post(path, body);
  expect(refused.statusCode).toBe(403);
  expect(refused.json()).toEqual({
    success: false,
    message: 'This page was open for too long. Please try again.',
  });
  expect((await browser.post(path, body)).statusCode).toBe(200);
});

test('a page with an older token, of before another one got its own, gets the right one', async () => {
  const browser = await portal.openBrowser();
  const token = browser.cookies.get('XSRF-TOKEN') ?? '';
  const refused = await browser.post(path, body, { 'x-xsrf-token': 'older' });
  expect(refused.statusCode).toBe(403);
  expect(refused.headers['x-xsrf-token']).toBe(token);
  expect((await browser.get('/auth-check')).headers['x-xsrf-token']).toBe(token);
  expect((await browser.post(path, body, { 'x-xsrf-token': token })).statusCode).toBe(200);
});

test('a browser without cookies gets a message about cookies, because a retry would fail as well', async () => {
  const browser = await portal.openBrowser();
  const token = browser.cookies.get('XSRF-TOKEN') ?? '';
  browser.cookies.clear();
  const refused = await browser.post(path, body, { 'x-xsrf-token': token });
  expect(refused.statusCode).toBe(403);
  expect(refused.json()).toMatchObject({ message: expect.stringContaining('does not keep the cookies') });
});

test('rejects a token from before sign-in, and the session’s token after sign-out', async () => {
  const { browser } = await signIn(portal, body.email);
  const before = (await portal.openBrowser()).cookies.get('XSRF-TOKEN') ?? '';
  expect((await browser.post('/logout', undefined, { 'x-xsrf-token': before })).statusCode).toBe(403);
  const during = browser.cookies.get('XSRF-TOKEN') ?? '';
  expect((await browser.post('/logout')).statusCode).toBe(200);
  expect((await browser.post(path, body, { 'x-xsrf-token': during })).statusCode).toBe(403);
});

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['another host on the same site', { 'sec-fetch-site': 'same-site' }],
  ['another origin in an old browser', { 'sec-fetch-site': undefined, origin: 'http://evil.test' }],
  [
    'another origin that matches the Host header',
    { 'sec-fetch-site': undefined, origin: 'http://evil.test', host: 'evil.test' },
  ],
])('rejects a POST from %s even with the token', async (_from, headers) => {
  const browser = await portal.openBrowser();
  expect((await browser.post(path, body, headers)).statusCode).toBe(403);
});

test.each([
  ['the public URL', { 'sec-fetch-site': undefined, origin: 'http://portal.test' }],
  ['a client that is not a browser', { 'sec-fetch-site': undefined }],
])('accepts a POST from %s with the token', async (_from, headers) => {
  const browser = await portal.openBrowser();
  expect((await browser.post(path, body, headers)).statusCode).toBe(200);
});

test('sets the token again when the browser lost it', async () => {
  const { browser } = await signIn(portal, body.email);
  browser.cookies.delete('XSRF-TOKEN');
  await browser.get('/auth-check');
  expect((await browser.post('/logout')).statusCode).toBe(200);
});

test('a call without a session sets the token for the next sign-in', async () => {
  const { browser } = await signIn(portal, body.email);
  browser.cookies.delete('session_token');
  expect((await browser.get('/serviceOrder/list')).statusCode).toBe(401);
  expect((await browser.post('/customer-login/phone', { phone: '+12025550123' })).statusCode).toBe(200);
});
