import { decodeJwt } from 'jose';
import { startBackEnd } from '../../testing/back-end';
import type { Browser } from '../../testing/browser';
import { putRelease, remoteRelease, shellRelease } from '../../testing/releases';
import { signIn } from '../../testing/sign-in';
import { startTestApp, type TestApp } from '../../testing/test-app';

let backEnd: Awaited<ReturnType<typeof startBackEnd>>;
let portal: TestApp;
beforeAll(async () => {
  backEnd = await startBackEnd();
  const warranty = { api: new URL('/v1/', backEnd.url), availability: '/available' };
  portal = await startTestApp({}, undefined, { warranty });
  for (const release of [shellRelease(), remoteRelease('orders'), remoteRelease('warranty')])
    await putRelease(portal.database, portal.config.releasesUrl, release);
});
afterAll(async () => {
  await portal.close();
  await backEnd.close();
});

const answer = (status: number, body: unknown) => {
  backEnd.respond = (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const names = async (browser: Browser) =>
  Object.keys((await browser.get('/registry.json')).json<{ microFrontends: object }>().microFrontends);

test('a remote is for the customers of whom its back end says so, in the registry and in the page', async () => {
  answer(200, { available: true });
  const stranger = portal.newBrowser();
  expect(await names(stranger)).toEqual(['orders']);
  expect(backEnd.requests).toEqual([]);

  const { browser, customerId } = await signIn(portal, 'ann@example.com');
  expect(await names(browser)).toEqual(['orders', 'warranty']);
  const page = await browser.get('/orders', { accept: 'text/html' });
  expect(page.body).toContain('"isPersonal":true');
  expect(page.body).toContain('"name":"warranty"');
  expect(backEnd.requests.map(({ url }) => url)).toEqual(['/v1/available']);
  const [, token = ''] = backEnd.requests[0]?.headers.authorization?.split(' ') ?? [];
  expect(decodeJwt(token)).toMatchObject({ sub: `customer-${customerId}`, aud: 'warranty' });
});

test.each([
  ['says no', 200, { available: false }],
  ['fails', 500, { available: true }],
  ['says something else', 200, { available: 'yes' }],
])('a customer whose back end %s does not have the remote', async (_, status, body) => {
  answer(status, body);
  const { browser } = await signIn(portal, `customer-${status}-${typeof body.available}@example.com`);
  expect(await names(browser)).toEqual(['orders']);
  const page = await browser.get('/warranty', { accept: 'text/html' });
  expect(page.body).not.toContain('"name":"warranty"');
});

test('a page does not wait for a back end that hangs', async () => {
  backEnd.respond = () => undefined;
  const { browser } = await signIn(portal, 'ben@example.com');
  expect(await names(browser)).toEqual(['orders']);
});

test('slow checks keep nobody from calling the back end', async () => {
  backEnd.respond = ({ url }, response) =>
    void (url === '/v1/available' || response.setHeader('content-type', 'application/json').end('{}'));
  const visitors = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((visitor) => signIn(portal, `visitor-${visitor}@example.com`)),
  );
  const [, ...others] = await Promise.all(
    visitors.map(async ({ browser }) => {
      expect(await names(browser)).toEqual(['orders']);
      return browser;
    }),
  );
  for (const browser of others) {
    const { statusCode, headers } = await browser.get('/api/warranty/days');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
  }
});
